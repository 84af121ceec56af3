# 存了一个人的什么
cmd-privacy = 隐私
cmd-privacy-about = 存了你的什么、要一份、删除
cmd-privacy-show = 查看
cmd-privacy-show-about = 存了你的什么
cmd-privacy-copy = 副本
cmd-privacy-copy-about = 要一份自己的数据（文件）
cmd-privacy-delete = 删除
cmd-privacy-delete-about = 删除自己的数据（会再问一次）
privacy-stored =
    {""}**存了你的什么**
    你的 Discord 号码（{ $discord }）、最近一次看到的名字（{ $name }）、个人设置、还没保存的自定规则，以及机器人给你的私信在哪里。
    你在的牌桌上打过什么；那里只用一个内部号码代表你。计入你战绩的盘数：{ $deals }。
    别的都没有：不存你发的消息，不存成员名单，也不交给别人。
    删除会永久去掉号码、名字和设置。打完的盘留在战绩里，写作“已离开的玩家”。
    如果你看过的一盘还没打完，那张牌桌会留下你号码的加盐摘要，免得有人在同一盘看两家的牌；这盘一结束就删掉。
privacy-copy = 这是存下的关于你的数据，到你最后打完的一盘为止。
ask-privacy-delete = 永久删除自己的数据？你会先离座，名字和设置都会去掉；打完的盘以“已离开的玩家”留下，以后不能再还给你。
privacy-deleted = 删好了：存下的东西不再能找到你。再用机器人就是从头开始。
button-privacy-copy = 要一份文件
button-privacy-delete = 删除我的数据
refused-privacy-large = 你的数据太多，一个文件放不下。请找运行机器人的人要。
