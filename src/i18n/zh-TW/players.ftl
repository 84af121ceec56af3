# 電腦玩家，以及它們的建議。
computer-level = 🤖 電腦（{ $level ->
    [easy] 初級
    [good] 中級
   *[strong] 高級
}）
opt-strength = 程度
opt-strength-about = 電腦打得多好；不選就是中級
strength-easy = 初級
strength-good = 中級
strength-strong = 高級
opt-table-suggestions-about = 面板上要不要「建議」按鈕
opt-suggestions-on = 開
opt-suggestions-off = 關：誰都沒有建議可看
refused-unaided = 這桌開桌時關掉了建議，出牌得自己拿主意。
why-only = { $cards }：只有這一種出法。
why-boss = { $cards }：外面沒有更大的了。
why-boss-partner-void = { $cards }：外面沒有更大的了，對家這門已絕，可以墊分。
why-safe-throw = { $cards }：甩出去誰也管不上。
why-draw = { $cards }：調主。
why-partner-ruffs = { $cards }：對家這門已絕，可以斃。
why-opens = { $cards }：把短門打絕，以後好斃。
why-low-lead = { $cards }：這樣出風險小。
why-ruffs = { $cards }：斃掉這一墩。
why-takes = { $cards }：拿下這一墩。
why-over = { $cards }：蓋過桌上的牌。
why-feeds = { $cards }：對家大著，給分。
why-lets-stand = { $cards }：對家大著，大牌留著。
why-feeds-ruff = { $cards }：對家這門已絕，可能來斃，先給分。
why-beaten = { $cards }：這一墩贏不了，好牌留著。
why-ducks = { $cards }：這一墩不值得贏，少送分。
why-buries-void = { $cards }：扣絕一門，以後好斃。
why-buries-low = { $cards }：留下大牌、對子和主。
