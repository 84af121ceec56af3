# 命令和答复
cmd-table = 牌桌
cmd-table-about = 开桌、坐下、开始、结束
cmd-new = 开桌
cmd-new-about = 在这个频道开一张牌桌
cmd-sit = 坐下
cmd-sit-about = 坐下；不选座位就坐第一个空位
cmd-stand = 离座
cmd-stand-about = 离座；牌局中由电脑接手，可以再回来
cmd-ready = 准备
cmd-ready-about = 准备好了
cmd-bot = 加电脑
cmd-bot-about = 在空位上加一个电脑
cmd-start = 开始
cmd-start-about = 开始牌局；暂停后继续
cmd-fill = 补齐
cmd-fill-about = 马上开始：空位由电脑补齐
cmd-status = 状态
cmd-status-about = 看牌桌打到哪里了
cmd-end = 结束
cmd-end-about = 结束牌桌（会再问一次）
cmd-hand = 手牌
cmd-hand-about = 看自己的手牌和能做的事
cmd-declare = 放牌
cmd-declare-about = 抓牌时放一张级牌
cmd-overturn = 反主
cmd-overturn-about = 拿底牌之前用一对反主
cmd-bury = 扣底
cmd-bury-about = 扣 8 张底牌
cmd-fry = 炒底
cmd-fry-about = 用一对炒底
cmd-pass = 不要
cmd-pass-about = 不反主、不炒底
cmd-play = 出牌
cmd-play-about = 出牌
cmd-last = 上一墩
cmd-last-about = 看上一墩和自己出过的牌
cmd-auto = 托管
cmd-auto-about = 托管，或取消托管
cmd-leaderboard = 排行榜
cmd-leaderboard-about = 看战绩
cmd-rules = 规则
cmd-rules-about = 看这张牌桌的规则
cmd-help = 帮助
cmd-help-about = 怎么开始，有哪些命令
cmd-verify = 验牌
cmd-verify-about = 核对打完的一盘没有换过牌
opt-cards = 牌
opt-cards-about = 例如：黑桃AKK、S10 HK、大王
opt-as = 定主
opt-as-about = 对子可以自选主时，选哪一门
opt-seat = 座位
opt-seat-about = 哪个座位
opt-rules = 规则
opt-rules-about = 用哪套规则
opt-level = 级牌
opt-level-about = 双方从哪一级打起；以下各级算已打过
opt-clock = 时限
opt-clock-about = 出牌时限
opt-clock-relaxed = 宽松
opt-clock-preset = 按规则
opt-clock-none = 不限时
opt-language = 语言
opt-language-about = 频道里的消息用哪种语言
opt-by = 排序
opt-by-about = 按什么排
opt-scope = 范围
opt-scope-about = 本服务器，或全部
opt-topic = 主题
opt-topic-about = 规则的哪一部分
opt-deal = 盘
opt-deal-about = 盘数，例如 3；别的桌写 12.3
by-won = 赢的盘数
by-rate = 胜率
by-levels = 升的级数
by-digs = 抠底
by-fries = 炒底
scope-server = 本服务器
scope-all = 全部
leaderboard-title = **排行榜 · { $by } · { $scope } · { $season }**
leaderboard-line = { $rank }. { $name }：{ $value }（共 { $deals } 盘）
leaderboard-computer = *有电脑参加的盘，另计：*
leaderboard-empty = 还没有战绩，先打完一盘吧。胜率要打满 { $least } 盘才排。
leaderboard-computers-only = 还没有一盘四家都是真人打完的。
opened = 牌桌 { $table } 已开。在频道里点座位坐下。
sat = 你坐{ $seat }。接着点“准备”。手牌会发到私信，也可以随时点牌桌上的“我的手牌”。
sat-between = 下一盘起你坐{ $seat }。准备好了点“下一盘”。手牌会发到私信，也可以随时点牌桌上的“我的手牌”。
sat-playing = 你坐{ $seat }，接着打。手牌会发到私信，也可以随时点牌桌上的“我的手牌”。
done = 好了。
ask-end = 结束牌桌 { $table }（{ $place }）？没打完的一盘不计。
button-end = 结束牌桌
button-close = 同意结束这一步
status-permissions = ⚠️ 机器人在这个频道缺少权限：{ $missing }。请服务器管理员加上，牌桌就会继续。
read-as = 读作：{ $cards }
typed-bury-points = ⚠️ 里面有 { $points } 分，还没有扣。确定的话同样再发一次，或点红色按钮。
typed-throw = ⚠️ 这样甩可能失败，还没有出。确定的话同样再发一次，或点红色按钮。
verified =
    {""}**牌桌 { $table } · 第 { $deal } 盘**
    盐加上 108 张牌算出的 SHA-256：`{ $hash }`
    它应与发牌前公布的承诺一样。
    盐（16 字节，十六进制）：`{ $salt }`
    牌（按抓牌顺序，用一个空格隔开，接在盐后面）：`{ $cards }`
help-begin =
    {""}**炒地皮** · 四人两副牌，对家是搭档。庄家一方守底牌（8 张），闲家抓分（5 算 5 分，10 和 K 各算 10 分）。
    {""}**1. 坐下**：/牌桌 开桌，点座位，再点“准备”，都好了点“开始”；人不够点“电脑补齐并开始”。
    {""}**2. 手牌**发到私信里；点牌桌上的“我的手牌”或用 /手牌 也能看，能做的事都有按钮。
    {""}**3. 抓牌**：先放一张级牌（第一盘是 2）的人，定那一门为主。
    {""}**4. 扣底、炒底**：庄家拿底牌，扣 8 张；别人有一对级牌或一对王就可以炒：改主，拿起底牌重新扣。
    {""}**5. 出牌**：有门跟门，有对跟对；大的赢，主牌能毙副牌。
    {""}**6. 算分**：闲家满 80 分上台，不到就庄家升级；先打过 A 的一方赢。
    {""}**也可以打命令**：/放牌、/反主、/扣底、/炒底、/不要、/出牌 · 看上一墩：/上一墩 · 让电脑代打：/托管
    {""}**换人、休息**：休息 /牌桌 休息 · 换座位 /牌桌 换座 · 换人 /牌桌 换人 · 有人没反应 /牌桌 状态 · 再来一局 /牌桌 再来
    {""}**还有**：/旁观 · /历史 · /回放 · /规则 · /查牌（规则有查牌时）· /战绩 · /排行榜 · /验牌 · /牌桌 状态 · /牌桌 结束 · 个人设置：/设置 · 自己的数据：/隐私 查看 · 管理员：/服务器 查看
help-cards = **写牌**：花色加点数，例如：黑桃AKK、S10 HK、♠A♠A、梅花2；大王（大鬼、BJ），小王（小鬼、LJ）。只写点数时，手里只有一门有才算。
voted-end = 已记下你的同意。桌主和一个对手，或任意三个座位都同意，牌桌就结束。只差没反应的人（轮到他，或在托管）时，等他十分钟没动静也就结束。
voted-close = 已记下你的同意。三个座位都同意，这一步就结束。只差一个人时，他十分钟没动静也就结束。
