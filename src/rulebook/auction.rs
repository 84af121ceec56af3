//! The parameters of declaring, of the dealer, and of deals in which nobody declared.

use super::param::{Param, Topic, Values, always, no_example};
use crate::i18n::tr;
use crate::rules::{DealerRule, DeclareJokers, Declaring, Secrecy, Undeclared};

pub(super) fn params() -> Vec<Param> {
    vec![
        Param {
            path: "auction.secrecy",
            topic: Topic::Declaring,
            values: Values::Names(&["secret", "open"]),
            title: |l| tr!(l, "param-secrecy"),
            says: |l, r| match r.auction.secrecy {
                Secrecy::Secret => tr!(l, "secrecy-secret"),
                Secrecy::Open => tr!(l, "secrecy-open"),
            },
            example: no_example,
            matters: always,
        },
        declaring(),
        Param {
            path: "auction.declare-jokers",
            topic: Topic::Declaring,
            values: Values::Names(&["no", "pair"]),
            title: |l| tr!(l, "param-declare-jokers"),
            says: |l, r| match r.auction.declare_jokers {
                DeclareJokers::No => tr!(l, "declare-jokers-no"),
                DeclareJokers::Pair => tr!(l, "declare-jokers-pair"),
            },
            example: no_example,
            matters: always,
        },
        dealer(),
        undeclared(),
    ]
}

fn declaring() -> Param {
    Param {
        path: "auction.declaring",
        topic: Topic::Declaring,
        values: Values::Names(&[
            "first",
            "first-insured",
            "pair-over-single",
            "pairs-by-suit",
        ]),
        title: |l| tr!(l, "param-declaring"),
        says: |l, r| match r.auction.declaring {
            Declaring::First => tr!(l, "declaring-first"),
            Declaring::FirstInsured => tr!(l, "declaring-insured"),
            Declaring::PairOverSingle => tr!(l, "declaring-pair"),
            Declaring::PairsBySuit => tr!(l, "declaring-suits"),
        },
        example: |l, r| match r.auction.declaring {
            Declaring::First => None,
            Declaring::FirstInsured => Some(tr!(l, "declaring-insured-eg")),
            Declaring::PairOverSingle => Some(tr!(l, "declaring-pair-eg")),
            Declaring::PairsBySuit => Some(tr!(l, "declaring-suits-eg")),
        },
        matters: always,
    }
}

fn dealer() -> Param {
    Param {
        path: "auction.dealer",
        topic: Topic::Declaring,
        values: Values::Names(&["rotating", "by-placing", "by-placing-partner", "staying"]),
        title: |l| tr!(l, "param-dealer"),
        says: |l, r| match r.auction.dealer {
            DealerRule::Rotating => tr!(l, "dealer-rotating"),
            DealerRule::ByPlacing => tr!(l, "dealer-placing"),
            DealerRule::ByPlacingPartner => tr!(l, "dealer-placing-partner"),
            DealerRule::Staying => tr!(l, "dealer-staying"),
        },
        example: |l, r| {
            r.auction
                .dealer
                .by_placing()
                .then(|| tr!(l, "dealer-placing-eg"))
        },
        matters: always,
    }
}

fn undeclared() -> Param {
    Param {
        path: "auction.undeclared",
        topic: Topic::Declaring,
        values: Values::Names(&[
            "flip",
            "third-card",
            "no-trump",
            "first-no-joker",
            "first-card",
            "step-down",
        ]),
        title: |l| tr!(l, "param-undeclared"),
        says: |l, r| match r.auction.undeclared {
            Undeclared::Flip => tr!(l, "undeclared-flip"),
            Undeclared::ThirdCard => tr!(l, "undeclared-third"),
            Undeclared::NoTrump => tr!(l, "undeclared-no-trump"),
            Undeclared::FirstNoJoker => tr!(l, "undeclared-first-no-joker"),
            Undeclared::FirstCard => tr!(l, "undeclared-first"),
            Undeclared::StepDown => tr!(l, "undeclared-step-down"),
        },
        example: |l, r| match r.auction.undeclared {
            Undeclared::Flip
            | Undeclared::ThirdCard
            | Undeclared::NoTrump
            | Undeclared::FirstNoJoker
            | Undeclared::FirstCard => Some(tr!(l, "undeclared-then")),
            Undeclared::StepDown => None,
        },
        matters: always,
    }
}
