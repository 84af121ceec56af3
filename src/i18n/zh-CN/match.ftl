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
length-tie-card = 同级则双方各抽一张金牌，大的胜
length-tie-sum = 同级则四人各抽一张牌，点数和大的一方胜
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
match-by-card = 完全相同，抽金牌：{ $cuts }。
match-by-sum = 完全相同，四人抽牌：{ $cuts }（点数和 { $one } : { $other }）。
end-won-time = 🏆 { $side }一方赢了这一局：对方一人第三次超时。（{ $names }）
opt-starts = 开赛时间
opt-starts-about = 几分钟后开赛；到时迟到的一方判负
refused-starts = 开赛时间要在 1 到 { $most } 分钟之后，请改一个数。
refused-starts-alone = 只有“按规则比赛”才能约开赛时间。请把赛制选成它，或者不填开赛时间。
match-starts = 开赛：{ $time }（{ $left }），四人都准备好可以提前开。过点 { $late } 分钟还没坐齐、没准备好的一方判负。
match-by-late = { $side }一方过了开赛时间 { $late } 分钟仍未坐齐准备，按弃权判负。
match-fund = 💰 冠军基金：{ $names } 连胜 { $wins } 场，本场 +{ $points }，累计 { $total }（荣誉分）。
match-fund-ended = { $names } 的 { $wins } 连胜到此为止，已得的 { $total } 荣誉分保留。
cmd-check = 查牌
cmd-check-about = 查对方本盘出过的牌
checked = 🔍 { $seat } 查牌{ $times ->
    [1] {""}
   *[other] {" "}{ $times } 次
}：对方每手牌都合规则，没有查出问题。{ $penalty ->
    [0] 每盘每方免费一次。
   *[other] 该方罚 { $penalty } 分。
}
check-done = 已查牌。违规的牌本来就出不了，所以没有查出问题；结果已公布在频道里。
refused-no-checking = 这套规则没有查牌。违规的牌本来就出不了。
refused-checked-enough = 你们这一方本盘查牌次数已满，下一盘再查。

# 只有部分规则才有的问与告
place-first = 谁先放谁算数，别人就不能再放。不一定要放；想等更好的牌，可能被别人抢先。
place-first-drawn = 不比谁点得快：四家都答完，放的牌里最早抓到的那张算数。
place-highest-drawn = 不比谁点得快：四家都答完，最大的算数；一样大的，最早抓到的算数。
place-insured = 放牌的人可以再加同样一张上保险，此后只有更大的花色或王才能炒。
place-pairs = 对子可反单张。
place-pairs-by-suit = 对子可反单张，大花色的对子可反小花色的对子：♦ < ♣ < ♥ < ♠。
place-jokers = 一对王可以放成无主。
place-seize = 本盘抢庄：双方各放自己的级牌，最后算数的一家坐庄。
ask-seize = **抢庄吗？**自己级牌的一对可压过单张。选一对，或点“不要”。答了不能改。
pairs-order-suits = 对子由小到大：♦ < ♣ < ♥ < ♠ < 小王 < 大王
pairs-order-red-five = 对子由小到大：♦ < ♣ < ♥ < ♠ < 小王 < 大王 < ♥5♥5
pairs-order-fives = 对子由小到大：♦ < ♣ < ♥ < ♠ < 小王 < 大王 < ♦5♦5 < ♣5♣5 < ♥5♥5 < ♠5♠5
pairs-order-hook-back = 先放牌的人放的若是单张，可用同样的一对勾回头，什么都压得过。
said-insure = 上保险：{ $cards }
said-hook-back = 勾回头：{ $cards }
deal-seize = 本盘抢庄：双方各放自己的级牌，最后算数的一家坐庄。
deal-flag = 本盘扛旗：打无主，不放牌、不反、不炒。庄家守住台就赢这一局。
spoken-insured-with = { $seat } 上保险：{ $cards }（主 { $trump }）
spoken-hooked-back-with = { $seat } 勾回头：{ $cards }（主 { $trump }）
result-fell = { $side }一方从 { $before } 退到 { $after }。
ready-fives = 五十K { $cards }
panel-withheld = 你没有出红桃五十K：本盘不能再把它当一手牌出。
follow-lowering = 可以跟五十K：{ $cards }。
follow-withhold = 如果不出，本盘以后不能再把它当一手牌出。
