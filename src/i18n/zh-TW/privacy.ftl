# 存了一個人的什麼
cmd-privacy = 隱私
cmd-privacy-about = 存了你的什麼、要一份、刪除
cmd-privacy-show = 檢視
cmd-privacy-show-about = 存了你的什麼
cmd-privacy-copy = 副本
cmd-privacy-copy-about = 要一份自己的資料（檔案）
cmd-privacy-delete = 刪除
cmd-privacy-delete-about = 刪除自己的資料（會再問一次）
privacy-stored =
    {""}**存了你的什麼**
    你的 Discord 號碼（{ $discord }）、最近一次看到的名字（{ $name }）、個人設定、還沒儲存的自訂規則，以及機器人給你的私訊在哪裡。
    你在的牌桌上打過什麼；那裡只用一個內部號碼代表你。計入你戰績的盤數：{ $deals }。
    別的都沒有：不存你發的訊息，不存成員名單，也不交給別人。
    刪除會永久去掉號碼、名字和設定。打完的盤留在戰績裡，寫作「已離開的玩家」。
    如果你看過的一盤還沒打完，那張牌桌會留下你號碼的加鹽摘要，免得有人在同一盤看兩家的牌；這盤一結束就刪掉。
privacy-copy = 這是存下的關於你的資料，到你最後打完的一盤為止。
ask-privacy-delete = 永久刪除自己的資料？你會先離座，名字和設定都會去掉；打完的盤以「已離開的玩家」留下，以後不能再還給你。
privacy-deleted = 刪好了：存下的東西不再能找到你。再用機器人就是從頭開始。
button-privacy-copy = 要一份檔案
button-privacy-delete = 刪除我的資料
refused-privacy-large = 你的資料太多，一個檔案放不下。請找運行機器人的人要。
