# Cards and seats
big-joker = BJ
little-joker = LJ
no-trump = no trump
trumps = trumps
east = East
south = South
west = West
north = North
east-west = East–West
south-north = South–North
