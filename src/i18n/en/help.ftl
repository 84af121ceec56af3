# Help, page by page: what is in bold can be pressed, what begins with / can be typed
opt-help-topic-about = Which page
help-pick = More help: choose a page
help-page-start = How to begin
help-page-deal = Drawing, burying, frying
help-page-play = Playing cards
help-page-people = Breaks, leaving, other seats
help-page-look = Watching, looking back, standings
help-page-own = Rules, settings, managers
help-start =
    {""}**Chao Di Pi (炒地皮)** · four players, two against two, two decks.
    One side guards the bottom, 8 hidden cards. The attackers collect points: a 5 counts 5, a 10 or K counts 10. With 80 they take over; with less the dealers rise. Whoever rises past A wins.

    1. Open a table: /table new
    2. Sit down: { $sit } – or /table sit
    3. **{ button-ready }** – or /table ready
    4. When all four are: **{ button-start }** – or /table start

    Too few? **{ button-fill }** (/table fill) starts at once; **{ button-bot }** (/table bot) fills one seat.
    Not after all: **{ button-not-ready }** (/table unready), **{ button-stand }** (/table stand).
    -# In bold: buttons. With /: commands to type. More pages are below; this one is /help.
help-deal =
    Your hand comes by private message. **{ button-hand }** at the table (or /hand) opens it there, with a button for all that you can do now.

    {""}**1. Drawing:** whoever first places a card of the level (2 at first) makes its suit trump. Press the card, or type /declare S2
    {""}**2. Overturning:** before the bottom is taken, a pair may change trump. Press the pair, or type /overturn S2S2
    {""}**3. Burying:** the dealer takes the bottom and buries 8 cards. Choose them under **Cards to bury**, then **{ button-bury }** (red where points are in it: **Bury with 10 points**). Or type /bury and the cards.
    {""}**4. Frying:** now a pair of level cards or of jokers may fry: it changes trump, takes the bottom and buries anew. Press the pair, or type /fry S2S2

    Not interested: **{ button-pass }**, or /pass. Before a pair counts you are asked: **Yes: ♠2♠2**, or **{ button-no }**. All answers open together.
help-play =
    Follow the suit led, and pairs with pairs. The highest card wins; trumps beat all else.

    {""}**Choosing:** the lists **Cards to choose** and **One-tap plays** play at once. From **Choose cards** it takes **{ button-play }** (red where it is a throw that may fail: **Throw**). Where only one play is legal: **Play ♠A**
    {""}**{ button-suggest }** chooses for you, **{ button-clear }** begins anew.
    {""}**Typing:** /play SAK, or **{ button-type }**. Suit first, then ranks: SAKK, S10 HK, ♠A♠A. BJ is the big joker, LJ the little joker, SJ is the jack of spades. A rank alone counts where one suit of your hand has it.
    {""}**{ button-last }** (/last) shows the last trick and your own plays.
    {""}**{ button-auto }** (/auto): the computer plays for you until you press **{ button-back }**.
    /check has the opponents' plays checked, in rules that know it.

    After a deal: **{ button-next }** – or /table ready
help-people =
    {""}**{ button-status }** or /table status: where it stands, all of this to press, and what to do where somebody does not answer.
    {""}**A break:** /table pause. It begins after the trick and lasts 10 minutes. With **{ button-longer }** (/table longer) it may last days: the table is kept for 30. **{ button-resume }** (/table start) ends it.
    {""}**Leaving:** /table stand. A computer player takes over until you come back: /table sit
    {""}**Coming late:** **{ button-watch }**. Between deals /table sit takes a computer's seat.
    {""}**Seats:** /table swap asks somebody to change places. /table shuffle draws lots before the game. /table replace gives a seat to somebody else, /table kick takes somebody off.
    {""}**Guests:** /table invite · a new host: /table host
    {""}**The end:** /table end (the host and an opponent, or three seats). Once more, same seats and rules: **{ button-again }** (/table again)
    The bot can write no more in the table's channel? /table move takes it to another.
help-look =
    /watch – **{ button-watch }**: the table as everybody sees it
    /last – **{ button-last }**
    /replay – **{ button-replay }**: a finished deal, trick by trick, with all four hands and the bottom; the record as a file
    /history – the games played
    /verify – that the cards of a finished deal were not changed
    /stats – what somebody did: as dealer, as attacker, with whom
    /leaderboard – the standings, season by season
help-own =
    /rules – **{ button-rules }**: those of the table, or of any ruleset
    /house list, /house show – this server's own rules
    /settings – where your hand is shown, language, colours, large print, text only, order of the cards, calls, suggestions
    /privacy show, /privacy copy, /privacy delete – your data

    {""}**Managers of the server**
    /server show, /server set – rules, clock, language, seasons, threads
    /server allow, /server disallow – channels and roles for tables
    /server permissions, /server check – whether the bot can work
    /server end, /server void, /server repair – any table
    /house new, /house edit, /house rename, /house delete
