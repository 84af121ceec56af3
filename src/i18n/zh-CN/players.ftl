# 电脑玩家，以及它们的建议。
computer-level = 🤖 电脑（{ $level ->
    [easy] 初级
    [good] 中级
   *[strong] 高级
}）
opt-strength = 水平
opt-strength-about = 电脑打得多好；不选就是中级
strength-easy = 初级
strength-good = 中级
strength-strong = 高级
opt-table-suggestions-about = 面板上要不要“建议”按钮
opt-suggestions-on = 开
opt-suggestions-off = 关：谁都没有建议可看
refused-unaided = 这桌开桌时关掉了建议，出牌得自己拿主意。
why-only = { $cards }：只有这一种出法。
why-boss = { $cards }：外面没有更大的了。
why-boss-partner-void = { $cards }：外面没有更大的了，对家这门已绝，可以垫分。
why-safe-throw = { $cards }：甩出去谁也管不上。
why-draw = { $cards }：调主。
why-partner-ruffs = { $cards }：对家这门已绝，可以毙。
why-opens = { $cards }：把短门打绝，以后好毙。
why-low-lead = { $cards }：这样出风险小。
why-ruffs = { $cards }：毙掉这一墩。
why-takes = { $cards }：拿下这一墩。
why-over = { $cards }：盖过桌上的牌。
why-feeds = { $cards }：对家大着，给分。
why-lets-stand = { $cards }：对家大着，大牌留着。
why-feeds-ruff = { $cards }：对家这门已绝，可能来毙，先给分。
why-beaten = { $cards }：这一墩赢不了，好牌留着。
why-ducks = { $cards }：这一墩不值得赢，少送分。
why-buries-void = { $cards }：扣绝一门，以后好毙。
why-buries-low = { $cards }：留下大牌、对子和主。
