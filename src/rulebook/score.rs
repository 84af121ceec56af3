//! The parameters of points, of the bottom and of what a score brings.

use super::param::{Param, Topic, Values, always, no_example};
use crate::i18n::tr;
use crate::rules::{AtBase, BASE, DigMultiplier, RiseTable, Shutout, UndeclaredBase};

pub(super) fn params() -> Vec<Param> {
    vec![dig(), rise(), undeclared_base(), at_base(), shutout()]
}

fn dig() -> Param {
    Param {
        path: "play.dig",
        topic: Topic::Score,
        values: Values::Names(&[
            "doubling",
            "tractor-eight",
            "four-a-pair",
            "pair-four",
            "lowest-four",
        ]),
        title: |l| tr!(l, "param-dig"),
        says: |l, r| match r.play.dig {
            DigMultiplier::Doubling => tr!(l, "dig-doubling"),
            DigMultiplier::TractorEight => tr!(l, "dig-eight"),
            DigMultiplier::FourAPair => tr!(l, "dig-four-a-pair"),
            DigMultiplier::PairFour => tr!(l, "dig-pair-four"),
            DigMultiplier::LowestFour => tr!(l, "dig-lowest"),
        },
        example: |l, r| {
            // Fifteen points in the bottom: a pair, a tractor of three, a
            // throw of a pair and a single.
            let (tractor, throw) = match r.play.dig {
                DigMultiplier::Doubling => (240, 60),
                DigMultiplier::TractorEight => (120, 60),
                DigMultiplier::FourAPair => (180, 45),
                DigMultiplier::PairFour => (60, 60),
                DigMultiplier::LowestFour => (60, 30),
            };
            Some(tr!(l, "dig-eg", tractor = tractor, throw = throw))
        },
        matters: always,
    }
}

fn rise() -> Param {
    Param {
        path: "scoring.rise",
        topic: Topic::Score,
        values: Values::Names(&[
            "ten",
            "ten-capped",
            "ten-floor",
            "ten-from-base",
            "twenty",
            "forty",
            "three",
        ]),
        title: |l| tr!(l, "param-rise"),
        says: |l, r| match r.scoring.rise {
            RiseTable::Ten => tr!(l, "rise-ten"),
            RiseTable::TenCapped => tr!(l, "rise-ten-capped"),
            RiseTable::TenFloor => tr!(l, "rise-ten-floor"),
            RiseTable::TenFromBase => tr!(l, "rise-ten-base"),
            RiseTable::Twenty => tr!(l, "rise-twenty"),
            RiseTable::Forty => tr!(l, "rise-forty"),
            RiseTable::Three => tr!(l, "rise-three"),
        },
        example: |l, r| {
            let dealers = |score| r.scoring.rise.dealers(score, BASE);
            let attackers = |score| r.scoring.rise.attackers(score, BASE);
            Some(tr!(
                l,
                "rise-eg",
                none = dealers(0),
                five = dealers(5),
                thirty_five = dealers(35),
                seventy_five = dealers(75),
                ninety_five = attackers(95),
                hundred_twenty = attackers(120),
                two_hundred = attackers(200)
            ))
        },
        matters: always,
    }
}

fn undeclared_base() -> Param {
    Param {
        path: "scoring.undeclared-base",
        topic: Topic::Score,
        values: Values::Names(&["eighty", "sixty"]),
        title: |l| tr!(l, "param-undeclared-base"),
        says: |l, r| match r.scoring.undeclared_base {
            UndeclaredBase::Eighty => tr!(l, "base-eighty"),
            UndeclaredBase::Sixty => tr!(l, "base-sixty"),
        },
        example: no_example,
        matters: always,
    }
}

fn at_base() -> Param {
    Param {
        path: "scoring.at-base",
        topic: Topic::Score,
        values: Values::Names(&["change", "seize"]),
        title: |l| tr!(l, "param-at-base"),
        says: |l, r| match r.scoring.at_base {
            AtBase::Change => tr!(l, "base-change"),
            AtBase::Seize => tr!(l, "base-seize"),
        },
        example: |l, r| match r.scoring.at_base {
            AtBase::Change => None,
            AtBase::Seize => Some(tr!(l, "base-seize-eg")),
        },
        matters: always,
    }
}

fn shutout() -> Param {
    Param {
        path: "scoring.shutout",
        topic: Topic::Score,
        values: Values::Names(&["by-table", "to-jack", "jump"]),
        title: |l| tr!(l, "param-shutout"),
        says: |l, r| match r.scoring.shutout {
            Shutout::ByTable => tr!(l, "shutout-table"),
            Shutout::ToJack => tr!(l, "shutout-jack"),
            Shutout::Jump => tr!(l, "shutout-jump"),
        },
        example: |l, r| match r.scoring.shutout {
            Shutout::ByTable | Shutout::ToJack => None,
            Shutout::Jump => Some(tr!(l, "shutout-jump-eg")),
        },
        matters: always,
    }
}
