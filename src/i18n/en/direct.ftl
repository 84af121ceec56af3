# Private messages beside the panels.
direct-closed = The bot cannot write to you. To get your hand by private message: server name → Privacy Settings → Direct Messages. Until then use My hand.
direct-warning = ⏰ Your time is nearly up ({ $left }). After that a move is made for you.
direct-permission = ⚠️ Table { $table } stands still: the bot may not post in { $place }. It needs these permissions there: { $needed }. Once they are back the table goes on by itself.
