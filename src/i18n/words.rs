//! The words of the game: cards, suits, seats, sides, names of people, times.

use super::{Lang, tr};
use crate::cards::{Card, Rank, Suit};
use crate::clock::Millis;
use crate::rules::{Category, Seat, Side};

/// A card as people read it: `♠A`, `♥10`; jokers `BJ`, `LJ` or `大王`, `小王`.
#[must_use]
pub fn card(lang: Lang, card: Card) -> String {
    if card == Card::BIG_JOKER {
        tr!(lang, "big-joker")
    } else if card == Card::LITTLE_JOKER {
        tr!(lang, "little-joker")
    } else {
        card.symbol()
    }
}

/// Cards with a space between them.
#[must_use]
pub fn cards(lang: Lang, list: impl IntoIterator<Item = Card>) -> String {
    let names: Vec<String> = list.into_iter().map(|c| card(lang, c)).collect();
    names.join(" ")
}

/// Groups of cards with ` · ` between them.
#[must_use]
pub fn groups(lang: Lang, list: &[Vec<Card>]) -> String {
    let groups: Vec<String> = list
        .iter()
        .map(|g| cards(lang, g.iter().copied()))
        .collect();
    groups.join(" · ")
}

/// A trump: the sign of the suit, or no trump.
#[must_use]
pub fn trump(lang: Lang, trump: Option<Suit>) -> String {
    match trump {
        Some(suit) => suit.symbol().to_string(),
        None => tr!(lang, "no-trump"),
    }
}

/// A category of cards: trumps, or the name of a side suit.
#[must_use]
pub fn category(lang: Lang, category: Category) -> String {
    match category {
        Category::Trump => tr!(lang, "trumps"),
        Category::Side(suit) => suit.symbol().to_string(),
    }
}

/// Ranks one after the other, as the language divides them.
#[must_use]
pub fn ranks(lang: Lang, ranks: &[Rank]) -> String {
    let labels: Vec<String> = ranks.iter().map(|r| r.label().to_owned()).collect();
    list(lang, &labels)
}

/// A seat: 东南西北 or East, South, West, North.
#[must_use]
pub fn seat(lang: Lang, seat: Seat) -> String {
    match seat.index() {
        0 => tr!(lang, "east"),
        1 => tr!(lang, "south"),
        2 => tr!(lang, "west"),
        _ => tr!(lang, "north"),
    }
}

/// A side by its two seats.
#[must_use]
pub fn side(lang: Lang, side: Side) -> String {
    match side {
        Side::EastWest => tr!(lang, "east-west"),
        Side::SouthNorth => tr!(lang, "south-north"),
    }
}

/// Several things said one after the other, as the language divides them.
#[must_use]
pub fn list(lang: Lang, things: &[String]) -> String {
    things.join(match lang {
        Lang::ZhCn | Lang::ZhTw => "、",
        Lang::En => ", ",
    })
}

/// A time that Discord shows as "in 20 seconds"; rounded up, so that nobody is
/// told less than what is left.
#[must_use]
pub fn time_left(at: Millis) -> String {
    format!("<t:{}:R>", at.0.div_ceil(1000))
}

/// A moment as Discord shows it to each reader: date and time of their own zone.
#[must_use]
pub fn moment(at: Millis) -> String {
    format!("<t:{}:f>", at.secs())
}

/// A link to a channel that Discord shows with the names of server and channel.
#[must_use]
pub fn channel_link(guild: u64, channel: u64) -> String {
    format!("https://discord.com/channels/{guild}/{channel}")
}

/// How a person is called: the escaped name, or that they have left for good.
#[must_use]
pub fn person_name(lang: Lang, name: &str) -> String {
    if name.is_empty() {
        tr!(lang, "departed")
    } else {
        escape_name(name)
    }
}

/// A person's name that is neither formatted, nor a mention, nor a link, nor
/// more than one line of at most 32 characters.
#[must_use]
pub fn escape_name(name: &str) -> String {
    let mut escaped = String::new();
    for c in plain_name(name).chars() {
        if c.is_ascii_punctuation() && c != '?' {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A name where no markup is read, as in a select: at most 32 characters, none of
/// them hidden; `?` where nothing is left.
#[must_use]
pub fn plain_name(name: &str) -> String {
    let plain: String = name.trim().chars().filter(|c| shown(*c)).take(32).collect();
    if plain.trim().is_empty() {
        return "?".into();
    }
    plain
}

/// Neither a control character nor one that turns the direction of writing.
#[must_use]
pub fn shown(c: char) -> bool {
    let unseen = matches!(
        c,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    );
    !unseen && !c.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_left_to_discord() {
        assert_eq!(time_left(Millis(1_767_225_600_001)), "<t:1767225601:R>");
        assert_eq!(moment(Millis(1_767_225_600_999)), "<t:1767225601:f>");
    }

    #[test]
    fn names_are_only_names() {
        for (name, expected) in [
            ("Anna", "Anna"),
            ("小明", "小明"),
            ("**big**", "\\*\\*big\\*\\*"),
            ("@everyone", "\\@everyone"),
            ("<@1>", "\\<\\@1\\>"),
            ("https://a.b", "https\\:\\/\\/a\\.b"),
            ("a\nb\u{202e}c", "abc"),
            (" \u{200b} ", "?"),
        ] {
            assert_eq!(escape_name(name), expected);
        }
        assert_eq!(escape_name(&"x".repeat(99)).len(), 32);
    }

    #[test]
    fn cards_read_as_in_alt_texts() {
        let hand = [
            vec![Card::BIG_JOKER, Card::new(Suit::Spades, Rank::Two)],
            vec![Card::new(Suit::Hearts, Rank::Ten)],
        ];
        assert_eq!(groups(Lang::En, &hand), "BJ ♠2 · ♥10");
        assert_eq!(groups(Lang::ZhCn, &hand), "大王 ♠2 · ♥10");
        assert_eq!(time_left(Millis(1001)), "<t:2:R>");
    }
}
