# Private messages beside the panels.
direct-closed = 機器人無法私訊你。想在私訊裡收到手牌：伺服器名稱 → 隱私設定 → 私人訊息。在那之前請按「我的手牌」。
direct-warning = ⏰ 時間快到了（{ $left }）。到時會替你出牌。
direct-permission = ⚠️ 牌桌 { $table } 停住了：機器人不能在 { $place } 發訊息。那裡需要這些權限：{ $needed }。權限恢復後牌桌會自己繼續。
