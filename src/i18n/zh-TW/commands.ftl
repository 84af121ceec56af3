# 指令和答覆
cmd-table = 牌桌
cmd-table-about = 開桌、坐下、開始、結束
cmd-new = 開桌
cmd-new-about = 在這個頻道開一張牌桌
cmd-sit = 坐下
cmd-sit-about = 坐下；不選座位就坐第一個空位
cmd-stand = 離座
cmd-stand-about = 離座；牌局中由電腦接手，可以再回來
cmd-ready = 準備
cmd-ready-about = 準備好了
cmd-bot = 加電腦
cmd-bot-about = 在空位上加一個電腦
cmd-start = 開始
cmd-start-about = 開始牌局；暫停後繼續
cmd-fill = 補齊
cmd-fill-about = 馬上開始：空位由電腦補齊
cmd-status = 狀態
cmd-status-about = 看牌桌打到哪裡了
cmd-end = 結束
cmd-end-about = 結束牌桌（會再問一次）
cmd-hand = 手牌
cmd-hand-about = 看自己的手牌和能做的事
cmd-declare = 放牌
cmd-declare-about = 抓牌時放一張級牌
cmd-overturn = 反主
cmd-overturn-about = 拿底牌之前用一對反主
cmd-bury = 扣底
cmd-bury-about = 扣 8 張底牌
cmd-fry = 炒底
cmd-fry-about = 用一對炒底
cmd-pass = 不要
cmd-pass-about = 不反主、不炒底
cmd-play = 出牌
cmd-play-about = 出牌
cmd-last = 上一墩
cmd-last-about = 看上一墩和自己出過的牌
cmd-auto = 託管
cmd-auto-about = 託管，或取消託管
cmd-leaderboard = 排行榜
cmd-leaderboard-about = 看戰績
cmd-rules = 規則
cmd-rules-about = 看這張牌桌的規則
cmd-help = 說明
cmd-help-about = 怎麼開始，有哪些指令
cmd-verify = 驗牌
cmd-verify-about = 核對打完的一盤沒有換過牌
opt-cards = 牌
opt-cards-about = 例如：黑桃AKK、S10 HK、大王
opt-as = 定主
opt-as-about = 對子可以自選主時，選哪一門
opt-seat = 座位
opt-seat-about = 哪個座位
opt-rules = 規則
opt-rules-about = 用哪套規則
opt-level = 級牌
opt-level-about = 雙方從哪一級打起；以下各級算已打過
opt-clock = 時限
opt-clock-about = 出牌時限
opt-clock-relaxed = 寬鬆
opt-clock-preset = 依規則
opt-clock-none = 不限時
opt-language = 語言
opt-language-about = 頻道裡的訊息用哪種語言
opt-by = 排序
opt-by-about = 依什麼排
opt-scope = 範圍
opt-scope-about = 本伺服器，或全部
opt-topic = 主題
opt-topic-about = 規則的哪一部分
opt-deal = 盤
opt-deal-about = 盤數，例如 3；別的桌寫 12.3
by-won = 贏的盤數
by-rate = 勝率
by-levels = 升的級數
by-digs = 摳底
by-fries = 炒底
scope-server = 本伺服器
scope-all = 全部
leaderboard-title = **排行榜 · { $by } · { $scope } · { $season }**
leaderboard-line = { $rank }. { $name }：{ $value }（共 { $deals } 盤）
leaderboard-computer = *有電腦參加的盤，另計：*
leaderboard-empty = 還沒有戰績，先打完一盤吧。勝率要打滿 { $least } 盤才排。
leaderboard-computers-only = 還沒有一盤四家都是真人打完的。
opened = 牌桌 { $table } 已開。在頻道裡選座位坐下。
sat = 你坐{ $seat }。接著按「準備」。手牌會發到私訊，也可以隨時按牌桌上的「我的手牌」。
sat-between = 下一盤起你坐{ $seat }。準備好了按「下一盤」。手牌會傳到私訊，也可以隨時按牌桌上的「我的手牌」。
sat-playing = 你坐{ $seat }，接著打。手牌會傳到私訊，也可以隨時按牌桌上的「我的手牌」。
done = 好了。
ask-end = 結束牌桌 { $table }（{ $place }）？沒打完的一盤不計。
button-end = 結束牌桌
button-close = 同意結束這一步
status-permissions = ⚠️ 機器人在這個頻道缺少權限：{ $missing }。請伺服器管理員加上，牌桌就會繼續。
read-as = 讀作：{ $cards }
typed-bury-points = ⚠️ 裡面有 { $points } 分，還沒有扣。確定的話同樣再傳一次，或按紅色按鈕。
typed-throw = ⚠️ 這樣甩可能失敗，還沒有出。確定的話同樣再傳一次，或按紅色按鈕。
verified =
    {""}**牌桌 { $table } · 第 { $deal } 盤**
    鹽加上 108 張牌算出的 SHA-256：`{ $hash }`
    它應與發牌前公布的承諾一樣。
    鹽（16 位元組，十六進位）：`{ $salt }`
    牌（依抓牌順序，用一個空格隔開，接在鹽後面）：`{ $cards }`
help-begin =
    {""}**炒地皮** · 四人兩副牌，對家是搭檔。莊家一方守底牌（8 張），閒家抓分（5 算 5 分，10 和 K 各算 10 分）。
    {""}**1. 坐下**：/牌桌 開桌，選座位，再按「準備」，都好了按「開始」；人不夠按「電腦補齊並開始」。
    {""}**2. 手牌**發到私訊裡；按牌桌上的「我的手牌」或用 /手牌 也能看，能做的事都有按鈕。
    {""}**3. 抓牌**：先放一張級牌（第一盤是 2）的人，定那一門為主。
    {""}**4. 扣底、炒底**：莊家拿底牌，扣 8 張；別人有一對級牌或一對王就可以炒：改主，拿起底牌重新扣。
    {""}**5. 出牌**：有門跟門，有對跟對；大的贏，主牌能殺副牌。
    {""}**6. 算分**：閒家滿 80 分上台，不到就莊家升級；先打過 A 的一方贏。
    {""}**也可以打指令**：/放牌、/反主、/扣底、/炒底、/不要、/出牌 · 看上一墩：/上一墩 · 讓電腦代打：/託管
    {""}**換人、休息**：休息 /牌桌 休息 · 換座位 /牌桌 換座 · 換人 /牌桌 換人 · 有人沒反應 /牌桌 狀態 · 再來一局 /牌桌 再來
    {""}**還有**：/旁觀 · /歷史 · /重播 · /規則 · /查牌（規則有查牌時）· /戰績 · /排行榜 · /驗牌 · /牌桌 狀態 · /牌桌 結束 · 個人設定：/設定 · 自己的資料：/隱私 檢視 · 管理員：/伺服器 檢視
help-cards = **寫牌**：花色加點數，例如：黑桃AKK、S10 HK、♠A♠A、梅花2；大王（大鬼、BJ），小王（小鬼、LJ）。只寫點數時，手裡只有一門有才算。
voted-end = 已記下你的同意。桌主和一個對手，或任意三個座位都同意，牌桌就結束。只差沒反應的人（輪到他，或在託管）時，等他十分鐘沒動靜也就結束。
voted-close = 已記下你的同意。三個座位都同意，這一步就結束。只差一個人時，他十分鐘沒動靜也就結束。
