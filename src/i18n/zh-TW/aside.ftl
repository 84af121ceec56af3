# 無法繼續的牌桌
refused-aside = 牌桌 { $table } 的紀錄已無法讀取，暫時擱置。伺服器管理員可在紀錄修好後用 /伺服器 修復（/server repair）重新接上它，或用 /牌桌 結束（/table end）結束它，也可以用 /牌桌 開桌（/table new）另開一桌。
aside-told = ⚠️ 牌桌 { $table } 打不下去了：存下的紀錄無法讀取。打完的各盤照常計入戰績。可用 /牌桌 開桌（/table new）另開一桌；伺服器管理員可用 /牌桌 結束（/table end）結束這一桌，或在紀錄修好後用 /伺服器 修復（/server repair）重新接上它。
aside-ended = 牌桌 { $table } 已結束。打完的各盤照常計入戰績。
