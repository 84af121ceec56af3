# Commands and their answers
cmd-table = table
cmd-table-about = Open a table, sit down, start, end
cmd-new = new
cmd-new-about = Open a table in this channel
cmd-sit = sit
cmd-sit-about = Sit down; without a seat, on the first free one
cmd-stand = stand
cmd-stand-about = Leave your seat; during a game a computer player takes over
cmd-ready = ready
cmd-ready-about = Say that you are ready
cmd-bot = bot
cmd-bot-about = Put a computer player on a free seat
cmd-start = start
cmd-start-about = Start the game; go on after a pause
cmd-fill = fill
cmd-fill-about = Start at once: computer players take the free seats
cmd-status = status
cmd-status-about = See where the table stands
cmd-end = end
cmd-end-about = End the table (asks once more)
cmd-hand = hand
cmd-hand-about = Show your own hand and what you can do
cmd-declare = declare
cmd-declare-about = Place a level card while cards are drawn
cmd-overturn = overturn
cmd-overturn-about = Change trump with a pair before the bottom is taken
cmd-bury = bury
cmd-bury-about = Put eight cards into the bottom
cmd-fry = fry
cmd-fry-about = Fry the bottom with a pair
cmd-pass = pass
cmd-pass-about = Do not overturn, do not fry
cmd-play = play
cmd-play-about = Play cards
cmd-last = last
cmd-last-about = Show the last trick and your own plays
cmd-auto = auto
cmd-auto-about = Let the computer play for you, or take over again
cmd-leaderboard = leaderboard
cmd-leaderboard-about = Show the standings
cmd-rules = rules
cmd-rules-about = Show the rules of the table
cmd-help = help
cmd-help-about = How to begin, and all commands
cmd-verify = verify
cmd-verify-about = Check that the cards of a finished deal were not changed
opt-cards = cards
opt-cards-about = For example: SAKK, S10 HK, bj
opt-as = as
opt-as-about = The trump, where the pair may name one
opt-seat = seat
opt-seat-about = Which seat
opt-rules = rules
opt-rules-about = Which ruleset
opt-level = level
opt-level-about = Where both sides start: any rung of the ladder; those below count as won
opt-clock = clock
opt-clock-about = How fast one must play
opt-clock-relaxed = relaxed
opt-clock-preset = the ruleset's own
opt-clock-none = none
opt-language = language
opt-language-about = Language of the messages in the channel
opt-by = by
opt-by-about = What to order by
opt-scope = scope
opt-scope-about = This server, or all
opt-topic = topic
opt-topic-about = Which part of the rules
opt-deal = deal
opt-deal-about = Number of the deal: 3, or 12.3 for table 12
by-won = deals won
by-rate = win rate
by-levels = levels risen
by-digs = digs
by-fries = fries
scope-server = this server
scope-all = all servers
leaderboard-title = **Leaderboard · { $by } · { $scope } · { $season }**
leaderboard-line = { $rank }. { $name }: { $value } (deals: { $deals })
leaderboard-computer = *Deals with a computer player, counted apart:*
leaderboard-empty = Nothing here yet: play a deal to its end. Win rates count from { $least } deals on.
leaderboard-computers-only = No deal among people alone is finished yet.
opened = Table { $table } is open. Press a seat in the channel to sit down.
sat = You sit { $seat }. Next: press Ready. Your hand comes by private message; My hand at the table always shows it too.
sat-between = You sit { $seat } from the next deal on. Press Next deal when you are ready. Your hand comes by private message; My hand at the table always shows it too.
sat-playing = You sit { $seat } and play on. Your hand comes by private message; My hand at the table always shows it too.
done = Done.
ask-end = End table { $table } ({ $place })? An unfinished deal counts for nobody.
button-end = End the table
button-close = Vote to close this step
status-permissions = ⚠️ The bot lacks permissions in this channel: { $missing }. Ask a manager of the server to grant them; then the table goes on.
read-as = Read as: { $cards }
typed-bury-points = ⚠️ There are { $points } points in it, and nothing is buried yet. If you mean it, send the same again or press the red button.
typed-throw = ⚠️ This throw may fail, and nothing is played yet. If you mean it, send the same again or press the red button.
verified =
    {""}**Table { $table } · deal { $deal }**
    SHA-256 of the salt followed by the cards: `{ $hash }`
    It must equal the commitment posted before the deal.
    Salt (16 bytes, in hexadecimal): `{ $salt }`
    Cards (in drawing order, one space between them): `{ $cards }`
help-begin =
    {""}**Chao Di Pi (炒地皮)** · a card game for two pairs with two decks. The dealing side guards the bottom (8 hidden cards); the attackers collect points (each 5 is worth 5, each 10 and K 10).
    {""}**1. Sit down:** /table new opens a table. Press a seat, then Ready; then Start. Start with computers fills the free seats.
    {""}**2. Your hand** comes by private message. My hand at the table, or /hand, shows it too, with buttons for all you can do.
    {""}**3. Drawing:** whoever first places a card of the level (2 at first) makes its suit trump.
    {""}**4. Bury and fry:** the dealer takes the bottom and buries 8 cards. Then a pair of level cards or of jokers may fry: it changes trump, takes the bottom and buries anew.
    {""}**5. Play:** follow the suit led, with pairs to pairs. The highest card wins; trumps beat all else.
    {""}**6. Score:** with 80 points the attackers take over; with less the dealers rise. Rise past A to win.
    {""}**Typing instead of pressing:** /declare, /overturn, /bury, /fry, /pass, /play · see the last trick: /last · let the computer play: /auto
    {""}**People:** a break /table pause · change places /table swap · give a seat to somebody else /table replace · somebody does not answer /table status · once more /table again
    {""}**More:** /watch · /history · /replay · /rules · /check (have plays checked, where the rules know it) · /stats · /leaderboard · /verify · /table status · /table end · your own settings: /settings · your data: /privacy show · for managers: /server show
help-cards = **Cards are typed** suit first, then ranks: SAKK, S10 HK, ♠A♠A. BJ and LJ are the jokers, SJ is the jack of spades. A rank alone counts only where one suit of your hand has it.
voted-end = Your vote counts. The table ends when the host and one opponent, or any three seats, have voted. Where only people hold it up whom the table waits for or who are on auto-play, ten minutes of their silence are enough.
voted-close = Your vote counts. The step closes when three seats have voted. Where only one person holds it up, ten minutes of silence are enough.
