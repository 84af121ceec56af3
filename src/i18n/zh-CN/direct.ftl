# Private messages beside the panels.
direct-closed = 机器人无法私信你。想在私信里收到手牌：服务器名称 → 隐私设置 → 私信。在那之前请点“我的手牌”。
direct-warning = ⏰ 时间快到了（{ $left }）。到时会替你出牌。
direct-permission = ⚠️ 牌桌 { $table } 停住了：机器人不能在 { $place } 发消息。那里需要这些权限：{ $needed }。权限恢复后牌桌会自己继续。
