# 牌、座位
big-joker = 大王
little-joker = 小王
no-trump = 无主
trumps = 主牌
east = 东
south = 南
west = 西
north = 北
east-west = 东西
south-north = 南北
