# Matches: length, score, how they end; checking plays
opt-length = length
opt-length-about = What you play for: one game, the ruleset's match, so many deals or minutes
opt-length-game = one game
opt-length-match = the ruleset's match
opt-length-final = the ruleset's match, as long as in a final
opt-length-deals = so many deals (count)
opt-length-minutes = so many minutes (count)
opt-count = count
opt-count-about = How many deals or minutes, where length asks for it
refused-count-missing = Say with the option count how many { $length ->
    [deals] deals
   *[minutes] minutes
}: 1 to { $most }.
refused-count-alone = The option count goes with a length of deals or minutes only.
length-match = Match: { $what }
length-games = { $games ->
    [one] one game
   *[other] whoever first wins { $games } games
}
length-deals = { $deals ->
    [one] one deal
   *[other] { $deals } deals
}
length-minutes = { $minutes ->
    [one] one minute
   *[other] { $minutes } minutes
}; cards in hand are played to the end
length-ahead = then whoever is ahead in games and levels wins
length-tie-stage = if equal, the side last on stage
length-tie-card = if equal, each side cuts a golden card
length-tie-sum = if equal, each seat cuts a card and the higher sum wins
match-score = Match · games: { $east_west } { $one } : { $other } { $south_north }
match-plain = Match
match-deals = deals: { $done }/{ $deals }
match-left = time left: { $left }
match-stands = the match clock stands still at { $minutes } min
match-time-up = the time is over
match-last-deal = the time is over: this deal is the last
match-prizes = prizes: { $east_west } { $one }, { $south_north } { $other }
match-box = 🎁 { $side } open box { $number } of the prize board: { $prize ->
    [yes] a prize, a point of honour
   *[no] empty
}.
match-game = Game { $game }: { $deals }
match-legend = -# Each deal: its number, the dealing side and its level, the attackers' points; ⇄ they took the stage.
match-broken = **Deal { $deal } is broken off: { $side } win the game** by the third time-out of one seat of the other side.
match-won = 🏆 **{ $side } win the match!** ({ $names })
match-end-games = Games: { $east_west } { $one } : { $other } { $south_north } · levels: { $one_level } : { $other_level }
match-by-ahead = They were ahead when it ended.
match-by-stage = All was equal; they were last on stage.
match-by-card = All was equal; a golden card was cut: { $cuts }.
match-by-sum = All was equal; each seat cut a card: { $cuts } (sums { $one } : { $other }).
end-won-time = 🏆 { $side } win the game by the third time-out of one seat of the other side. ({ $names })
opt-starts = starts
opt-starts-about = Start the match so many minutes from now; whoever is late then forfeits it
refused-starts = A match starts in 1 to { $most } minutes. Give another number of minutes.
refused-starts-alone = Only the ruleset's match has a starting time. Choose it as length as well, or leave starts out.
match-starts = Starts: { $time } ({ $left }) · earlier once all four are ready. A pair that is not seated and ready { $late } minutes after that forfeits the match.
match-by-late = { $side } were not seated and ready { $late } minutes after the starting time: they forfeit.
match-fund = 💰 Champions' fund: { $names } +{ $points } points of honour; { $wins ->
    [one] their first win
   *[other] { $wins } matches won in a row
}, { $total } in all.
match-fund-ended = The row of { $wins ->
    [one] one win
   *[other] { $wins } wins
} of { $names } ends; their { $total } points stay theirs.
cmd-check = check
cmd-check-about = Have the opponents' plays of this deal checked
checked = 🔍 { $seat } had the opponents' plays checked{ $times ->
    [1] {""}
   *[other] {" "}{ $times } times
}: every play was by the rules. { $penalty ->
    [0] Free, once a deal and side.
   *[other] It costs their side { $penalty } points.
}
check-done = Checked. The program accepts no play against the rules, so nothing was found; everybody reads so in the channel.
refused-no-checking = These rules know no checking of plays. The program accepts no play against the rules anyhow.
refused-checked-enough = Your side has had plays checked often enough in this deal; it may again in the next.

# What only some rulesets ask or tell
place-first = Whoever places first decides: after that nobody else can. Nobody has to place; waiting for a better card is a risk.
place-first-drawn = It does not matter who presses first. When all four have answered, the card counts that was drawn earliest.
place-highest-drawn = It does not matter who presses first. When all four have answered, the highest counts, of equal ones the one drawn earliest.
place-insured = Whoever placed it may add the second one (insurance): then only a higher suit or jokers may fry.
place-pairs = A pair replaces a single.
place-pairs-by-suit = A pair replaces a single, and a pair of a higher suit a pair: ♦ < ♣ < ♥ < ♠.
place-jokers = A pair of jokers declares no trump.
place-seize = The stage is seized: each side places cards of its own level, and the seat whose cards stand becomes dealer.
ask-seize = **Take the stage over?** A pair of your own level goes over the single card. Choose a pair, or pass. An answer is final.
pairs-order-suits = Order of the pairs: ♦ < ♣ < ♥ < ♠ < little joker < big joker
pairs-order-red-five = Order of the pairs: ♦ < ♣ < ♥ < ♠ < little joker < big joker < ♥5♥5
pairs-order-fives = Order of the pairs: ♦ < ♣ < ♥ < ♠ < little joker < big joker < ♦5♦5 < ♣5♣5 < ♥5♥5 < ♠5♠5
pairs-order-hook-back = Whoever declared first, with a single, may hook back with its pair, over anything.
said-insure = Insure: { $cards }
said-hook-back = Hook back: { $cards }
deal-seize = The stage is seized in this deal: each side declares with its own level, and whoever's cards stand is dealer.
deal-flag = A flag deal: no trump, without declaring or frying. If the dealers stay on stage, they win the game.
spoken-insured-with = { $seat } added the second card: { $cards } (trump: { $trump })
spoken-hooked-back-with = { $seat } hooked back with { $cards } (trump: { $trump })
result-fell = { $side } are thrown back from { $before } to { $after }.
ready-fives = 5-10-K { $cards }
panel-withheld = You held ♥5-10-K back: in this deal you may not play it as a combination any more.
follow-lowering = You may answer with 5-10-K: { $cards }.
follow-withhold = If you hold it back, you may not play it as a combination later in this deal.
