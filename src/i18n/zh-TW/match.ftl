# 比賽：長度、比分、勝負；查牌
opt-length = 賽制
opt-length-about = 打多久：一局、依規則比賽、若干盤或若干分鐘
opt-length-game = 一局
opt-length-match = 依規則比賽
opt-length-final = 依規則比賽（決賽）
opt-length-deals = 若干盤（填數量）
opt-length-minutes = 若干分鐘（填數量）
opt-count = 數量
opt-count-about = 打幾盤或幾分鐘，賽制有要求時填寫
refused-count-missing = 請在「數量」裡填打{ $length ->
    [deals] 幾盤
   *[minutes] 幾分鐘
}：1 至 { $most }。
refused-count-alone = 只有賽制選了若干盤或若干分鐘，才填「數量」。
length-match = 比賽：{ $what }
length-games = { $games ->
    [1] 一局定勝負
   *[other] 先勝 { $games } 局者勝
}
length-deals = { $deals } 盤
length-minutes = { $minutes } 分鐘，時間到則打完手上這一盤
length-ahead = 到時局數、級數領先者勝
length-tie-stage = 同級則最後在台上的一方勝
length-tie-card = 同級則雙方各抽一張金牌，大的勝
length-tie-sum = 同級則四人各抽一張牌，點數和大的一方勝
match-score = 比賽 · 局數：{ $east_west } { $one } : { $other } { $south_north }
match-plain = 比賽
match-deals = 盤數：{ $done }/{ $deals }
match-left = 剩餘時間：{ $left }
match-stands = 比賽計時停在 { $minutes } 分鐘
match-time-up = 時間到
match-last-deal = 時間到：打完這一盤為止
match-prizes = 中獎：{ $east_west } { $one }，{ $south_north } { $other }
match-box = 🎁 { $side }一方翻開 { $number } 號獎格：{ $prize ->
    [yes] 中獎，記榮譽一分
   *[no] 空格
}。
match-game = 第 { $game } 局：{ $deals }
match-legend = -# 每盤依次為：盤號、莊家方與級牌、抓分方得分；⇄ 為換莊。
match-broken = **第 { $deal } 盤中止：{ $side }一方贏了這一局**，因對方一人第三次逾時。
match-won = 🏆 **{ $side }一方贏得比賽！**（{ $names }）
match-end-games = 局數：{ $east_west } { $one } : { $other } { $south_north } · 級數：{ $one_level } : { $other_level }
match-by-ahead = 結束時領先。
match-by-stage = 完全相同，最後在台上的一方勝。
match-by-card = 完全相同，抽金牌：{ $cuts }。
match-by-sum = 完全相同，四人抽牌：{ $cuts }（點數和 { $one } : { $other }）。
end-won-time = 🏆 { $side }一方贏了這一局：對方一人第三次逾時。（{ $names }）
opt-starts = 開賽時間
opt-starts-about = 幾分鐘後開賽；到時遲到的一方判負
refused-starts = 開賽時間要在 1 到 { $most } 分鐘之後，請換個數字。
refused-starts-alone = 只有「依規則比賽」才能約開賽時間。請把賽制選成它，或是不填開賽時間。
match-starts = 開賽：{ $time }（{ $left }），四人都準備好可以提早開。超過 { $late } 分鐘還沒坐齊、沒準備好的一方判負。
match-by-late = { $side }一方過了開賽時間 { $late } 分鐘仍未坐齊準備，以棄權判負。
match-fund = 💰 冠軍基金：{ $names } 連勝 { $wins } 場，本場 +{ $points }，累計 { $total }（榮譽分）。
match-fund-ended = { $names } 的 { $wins } 連勝到此為止，已得的 { $total } 榮譽分保留。
cmd-check = 查牌
cmd-check-about = 查對方本盤出過的牌
checked = 🔍 { $seat } 查牌{ $times ->
    [1] {""}
   *[other] {" "}{ $times } 次
}：對方每手牌都合規則，沒有查出問題。{ $penalty ->
    [0] 每盤每方免費一次。
   *[other] 該方罰 { $penalty } 分。
}
check-done = 已查牌。違規的牌本來就出不了，所以沒有查出問題；結果已公布在頻道裡。
refused-no-checking = 這套規則沒有查牌。違規的牌本來就出不了。
refused-checked-enough = 你們這一方本盤查牌次數已滿，下一盤再查。

# 只有部分規則才有的問與告
place-first = 誰先放誰算數，別人就不能再放。不一定要放；想等更好的牌，可能被別人搶先。
place-first-drawn = 不比誰按得快：四家都答完，放的牌裡最早抓到的那張算數。
place-highest-drawn = 不比誰按得快：四家都答完，最大的算數；一樣大的，最早抓到的算數。
place-insured = 放牌的人可以再加同樣一張上保險，此後只有更大的花色或王才能炒。
place-pairs = 對子可反單張。
place-pairs-by-suit = 對子可反單張，大花色的對子可反小花色的對子：♦ < ♣ < ♥ < ♠。
place-jokers = 一對王可以放成無主。
place-seize = 本盤搶莊：雙方各放自己的級牌，最後算數的一家坐莊。
ask-seize = **搶莊嗎？**自己級牌的一對可壓過單張。選一對，或按「不要」。答了不能改。
pairs-order-suits = 對子由小到大：♦ < ♣ < ♥ < ♠ < 小王 < 大王
pairs-order-red-five = 對子由小到大：♦ < ♣ < ♥ < ♠ < 小王 < 大王 < ♥5♥5
pairs-order-fives = 對子由小到大：♦ < ♣ < ♥ < ♠ < 小王 < 大王 < ♦5♦5 < ♣5♣5 < ♥5♥5 < ♠5♠5
pairs-order-hook-back = 先放牌的人放的若是單張，可用同樣的一對勾回頭，什麼都壓得過。
said-insure = 上保險：{ $cards }
said-hook-back = 勾回頭：{ $cards }
deal-seize = 本盤搶莊：雙方各放自己的級牌，最後算數的一家坐莊。
deal-flag = 本盤扛旗：打無主，不放牌、不反、不炒。莊家守住台就贏這一局。
spoken-insured-with = { $seat } 上保險：{ $cards }（主 { $trump }）
spoken-hooked-back-with = { $seat } 勾回頭：{ $cards }（主 { $trump }）
result-fell = { $side }一方從 { $before } 退到 { $after }。
ready-fives = 五十K { $cards }
panel-withheld = 你沒有出紅心五十K：本盤不能再把它當一手牌出。
follow-lowering = 可以跟五十K：{ $cards }。
follow-withhold = 如果不出，本盤以後不能再把它當一手牌出。
