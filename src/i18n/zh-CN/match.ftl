# 比赛：长度、比分、胜负；查牌
opt-length = 赛制
opt-length-about = 打多久：一局、按规则比赛、若干盘或若干分钟
opt-length-game = 一局
opt-length-match = 按规则比赛
opt-length-final = 按规则比赛（决赛）
opt-length-deals = 若干盘（填数量）
opt-length-minutes = 若干分钟（填数量）
opt-count = 数量
opt-count-about = 打几盘或几分钟，赛制要求时填写
refused-count-missing = 请在“数量”里填打{ $length ->
    [deals] 几盘
   *[minutes] 几分钟
}：1 至 { $most }。
refused-count-alone = 只有赛制选了若干盘或若干分钟，才填“数量”。
length-match = 比赛：{ $what }
length-games = { $games ->
    [1] 一局定胜负
   *[other] 先胜 { $games } 局者胜
}
length-deals = { $deals } 盘
length-minutes = { $minutes } 分钟，时间到则打完手上这一盘
length-ahead = 到时局数、级数领先者胜
length-tie-stage = 同级则最后在台上的一方胜
length-tie-card = 同级则双方各切一张金牌
length-tie-sum = 同级则四人各切一张牌，点数和大的一方胜
match-score = 比赛 · 局数：{ $east_west } { $one } : { $other } { $south_north }
match-plain = 比赛
match-deals = 盘数：{ $done }/{ $deals }
match-left = 剩余时间：{ $left }
match-stands = 比赛计时停在 { $minutes } 分钟
match-time-up = 时间到
match-last-deal = 时间到：打完这一盘为止
match-prizes = 中奖：{ $east_west } { $one }，{ $south_north } { $other }
match-box = 🎁 { $side }一方翻开 { $number } 号奖格：{ $prize ->
    [yes] 中奖，记荣誉一分
   *[no] 空格
}。
match-game = 第 { $game } 局：{ $deals }
match-legend = -# 每盘依次为：盘号、庄家方与级牌、抓分方得分；⇄ 为换庄。
match-broken = **第 { $deal } 盘中止：{ $side }一方赢了这一局**，因对方一人第三次超时。
match-won = 🏆 **{ $side }一方赢得比赛！**（{ $names }）
match-end-games = 局数：{ $east_west } { $one } : { $other } { $south_north } · 级数：{ $one_level } : { $other_level }
match-by-ahead = 结束时领先。
match-by-stage = 完全相同，最后在台上的一方胜。
match-by-card = 完全相同，切金牌：{ $cuts }。
match-by-sum = 完全相同，四人切牌：{ $cuts }（点数和 { $one } : { $other }）。
end-won-time = 🏆 { $side }一方赢了这一局：对方一人第三次超时。（{ $names }）
cmd-check = 查牌
cmd-check-about = 查对方本盘出过的牌
checked = 🔍 { $seat } 查牌：对方每手牌都合规则，没有查出问题。{ $penalty ->
    [0] 每盘每方免费一次。
   *[other] 该方罚 { $penalty } 分。
}
check-done = 已查牌。违规的牌本来就出不了，所以没有查出问题；结果已公布在频道里。
refused-no-checking = 这套规则没有查牌。违规的牌本来就出不了。
refused-check-phase = 出牌阶段才可以查牌。
