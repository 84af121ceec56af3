# 无法继续的牌桌
refused-aside = 牌桌 { $table } 的记录已无法读取，暂时搁置。服务器管理员可在记录修好后用 /服务器 修复（/server repair）重新接上它，或用 /牌桌 结束（/table end）结束它，也可以用 /牌桌 开桌（/table new）另开一桌。
aside-told = ⚠️ 牌桌 { $table } 打不下去了：存下的记录无法读取。打完的各盘照常计入战绩。可用 /牌桌 开桌（/table new）另开一桌；服务器管理员可用 /牌桌 结束（/table end）结束这一桌，或在记录修好后用 /服务器 修复（/server repair）重新接上它。
aside-ended = 牌桌 { $table } 已结束。打完的各盘照常计入战绩。
