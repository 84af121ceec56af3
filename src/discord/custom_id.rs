//! The ids of buttons and selects: `v1.<verb>.<table>.<step>.<n>`. They name no card.

use std::fmt;
use std::str::FromStr;

use crate::game::{Step, TableId};

macro_rules! verbs {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What a control does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Verb {
            $($(#[$doc])* $name,)*
        }

        impl Verb {
            /// All of them.
            pub const ALL: &[Verb] = &[$(Verb::$name,)*];

            /// As it stands in an id.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Verb::$name => $text,)*
                }
            }
        }
    };
}

verbs! {
    /// Sit on the seat `index`.
    Sit = "sit",
    /// Leave the seat.
    Stand = "stand",
    /// Say that one is ready (`index` 1) or not (0).
    Ready = "ready",
    /// Add a computer player on the first free seat.
    Bot = "bot",
    /// Start the game.
    Start = "start",
    /// Start the game with computer players on the free seats.
    Fill = "fill",
    /// Open the own panel: where its person wants it (`index` 0), or here (1).
    Hand = "hand",
    /// Show where the table stands.
    Status = "status",
    /// Show the last trick.
    Last = "last",
    /// Show what everybody may see of the table (`index` 0); the same panel
    /// again with what is new (1).
    Watch = "watch",
    /// Look back at the finished deal of the step: the page `index`.
    Replay = "replay",
    /// Look back at the finished deals of the table: the page `index`.
    Game = "game",
    /// Post the summary of the table's finished deals.
    Share = "share",
    /// Hand out the record of the table's finished deals.
    Record = "record",
    /// Show the page `index` of the games played. The deal of the step says
    /// whose; no table.
    History = "history",
    /// Show the page `index` of a leaderboard: its season stands in place of
    /// the table, what it is ordered by and whose it is as the deal of the step.
    Board = "board",
    /// Post somebody's stats: the season stands in place of the table, the
    /// person's number as the turn of the step.
    ShareStats = "sharestats",
    /// Be seen in the standings of all servers (`index` 1), or not (0).
    Worldwide = "worldwide",
    /// Show the rules of the table.
    Rules = "rules",
    /// Show another topic of the rules told: those of the table (`index` 0), of
    /// the house rule whose number stands in place of the table's (1), or of a
    /// preset (from 2 on).
    Topic = "topic",
    /// Choose a topic in a draft of a house rule. In all of these the draft's
    /// number stands in place of the table's.
    HouseTopic = "htopic",
    /// Choose a parameter.
    HouseParam = "hparam",
    /// Choose a value.
    HouseValue = "hvalue",
    /// Back to all topics (`index` 0), or to the topic before `index`.
    HouseBack = "hback",
    /// Save the draft.
    HouseSave = "hsave",
    /// Discard the draft: asks once (`index` 0), meant (1).
    HouseDiscard = "hdiscard",
    /// Delete the house rule whose number stands in place of the table's.
    HouseDelete = "hdelete",
    /// Place the option `index` of what is asked.
    Declare = "declare",
    /// Overturn with the option `index`; asks once.
    Overturn = "overturn",
    /// Fry with the option `index`; asks once.
    Fry = "fry",
    /// The overturn or fry asked about is meant.
    Sure = "sure",
    /// Pass.
    Pass = "pass",
    /// Pick cards in the select number `index`: they become part of the draft.
    Pick = "pick",
    /// Play the one chosen of the ready plays.
    Set = "set",
    /// Follow with exactly the cards chosen.
    Follow = "follow",
    /// Play the only legal play.
    Forced = "forced",
    /// Play the draft.
    Play = "play",
    /// Throw the draft: the penalty has been told.
    Throw = "throw",
    /// Bury the draft.
    Bury = "bury",
    /// Bury the draft although there are points in it.
    BuryPoints = "burypoints",
    /// Empty the draft.
    Clear = "clear",
    /// Fill the draft with a suggestion.
    Suggest = "suggest",
    /// Turn auto-play on (`index` 1) or off (0).
    Auto = "auto",
    /// Type cards: opens a modal; also the modal's own id.
    Type = "type",
    /// End the table: asks once (`index` 0), meant (1).
    End = "end",
    /// Vote to close the phase of a table without a clock.
    Close = "close",
    /// Go on after a pause.
    Resume = "resume",
    /// Change one of the own settings; `index` says which.
    Personal = "personal",
    /// Ask for a break.
    Pause = "pause",
    /// Agree that a break may last.
    Longer = "longer",
    /// Swap places: with the seat `index`, or the one chosen (`index` 9).
    Swap = "swap",
    /// Seat everybody anew by chance.
    Shuffle = "shuffle",
    /// Replace the person on a seat: asks once about the one chosen (`index`
    /// 9), meant: the seat `index`.
    Kick = "kick",
    /// Choose whom to invite.
    Invite = "invite",
    /// Invite the person chosen.
    Guest = "guest",
    /// Keep the seat `index` for the person chosen.
    Offer = "offer",
    /// Make the person on the seat chosen the host.
    Host = "host",
    /// Open the next table for the same people.
    Again = "again",
    /// Change what the server has decided, or do something with one of its
    /// tables; `index` says what.
    Server = "server",
    /// A copy of what is stored of oneself (`index` 0); deleting it: asks once
    /// (1), meant (2).
    Privacy = "privacy",
    /// Show another page of `/help`: the one chosen. No table.
    Help = "help",
    /// Try a select (`index` 0), open a form (1), send it (2) for `/server check`.
    Survey = "survey",
}

/// The parts of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomId {
    /// What the control does.
    pub verb: Verb,
    /// The table it belongs to.
    pub table: TableId,
    /// The step of the seat it was made for.
    pub step: Step,
    /// Which of several, 0-999.
    pub index: u16,
    /// Another number when the panel is drawn anew, so that a select comes back
    /// without what was picked in it. Means nothing when it is clicked.
    pub redraw: u32,
}

impl CustomId {
    /// The id of a control that is not bound to a step: lobby, My hand, status.
    #[must_use]
    pub const fn lasting(verb: Verb, table: TableId, index: u16) -> CustomId {
        CustomId {
            verb,
            table,
            step: Step {
                deal: 0,
                phase: 'l',
                turn: 0,
            },
            index,
            redraw: 0,
        }
    }
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "v1.{}.{}.{}{}{}.{}",
            self.verb.as_str(),
            self.table.0,
            self.step.deal,
            self.step.phase,
            self.step.turn,
            self.index
        )?;
        if self.redraw > 0 {
            write!(f, "-{}", self.redraw)?;
        }
        Ok(())
    }
}

/// A text that is not one of our ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a custom id of this version")]
pub struct CustomIdError;

impl FromStr for CustomId {
    type Err = CustomIdError;

    /// Reads only what `Display` writes, to the letter.
    fn from_str(text: &str) -> Result<CustomId, CustomIdError> {
        let id = parse(text).ok_or(CustomIdError)?;
        // Refuses signs and leading zeros that number parsing forgives.
        (id.to_string() == text).then_some(id).ok_or(CustomIdError)
    }
}

fn parse(text: &str) -> Option<CustomId> {
    let mut parts = text.split('.');
    (parts.next()? == "v1").then_some(())?;
    let verb = parts.next()?;
    let verb = *Verb::ALL.iter().find(|v| v.as_str() == verb)?;
    let table = TableId(parts.next()?.parse().ok()?);
    let step = parts.next()?;
    let at = step.find(|c: char| Step::PHASES.contains(c))?;
    let (deal, turn) = step.split_at(at);
    let step = Step {
        deal: deal.parse().ok()?,
        phase: turn.chars().next()?,
        turn: turn.get(1..)?.parse().ok()?,
    };
    let number = parts.next()?;
    let (index, redraw) = number.split_once('-').unwrap_or((number, "0"));
    let id = CustomId {
        verb,
        table,
        step,
        index: index.parse().ok()?,
        redraw: redraw.parse().ok()?,
    };
    parts.next().is_none().then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_come_back_and_are_short() {
        for &verb in Verb::ALL {
            for (table, deal, turn, index, redraw) in [
                (1, 0, 0, 0, 0),
                (i64::MAX, u32::MAX, u32::MAX, u16::MAX, u32::MAX),
            ] {
                for phase in Step::PHASES.chars() {
                    let id = CustomId {
                        verb,
                        table: TableId(table),
                        step: Step { deal, phase, turn },
                        index,
                        redraw,
                    };
                    let text = id.to_string();
                    assert!(text.len() <= 100, "{text}");
                    assert_eq!(text.parse(), Ok(id));
                }
            }
        }
    }

    /// Messages with these stand in channels: none may go, or mean another thing.
    #[test]
    fn ids_of_older_messages_are_still_read() {
        let older = "sit stand ready bot start fill hand help status last watch replay game share \
                     record history board sharestats worldwide rules topic htopic hparam hvalue \
                     hback hsave hdiscard hdelete declare overturn fry sure pass pick set follow \
                     forced play throw bury burypoints clear suggest auto type end close resume \
                     personal pause longer swap shuffle kick invite guest offer host again server \
                     privacy survey";
        let older: Vec<&str> = older.split_whitespace().collect();
        for verb in &older {
            let id = format!("v1.{verb}.12.3p4.5-6");
            let read: CustomId = id.parse().expect("an id");
            assert_eq!(read.verb.as_str(), *verb);
        }
        assert_eq!(older.len(), Verb::ALL.len(), "name the new ones here, too");
    }

    #[test]
    fn anything_else_is_refused() {
        for wrong in [
            "",
            "v1",
            "v1.hand.1.0l0",
            "v2.hand.1.0l0.0",
            "v1.hands.1.0l0.0",
            "v1.hand.x.0l0.0",
            "v1.hand.1.0q0.0",
            "v1.hand.1.l0.0",
            "v1.hand.1.0l.0",
            "v1.hand.1.0l0.0.0",
            "v1.hand.+1.0l0.0",
            "v1.hand.01.0l0.0",
            "v1.hand.1.0l0.0-0",
            "v1.hand.1.0l0.0-1-1",
            "v1.hand.1.0l0é.0",
            "v1.Hand.1.0l0.0",
        ] {
            assert_eq!(wrong.parse::<CustomId>(), Err(CustomIdError), "{wrong}");
        }
    }
}
