//! The clauses of the published rules: every line of a source that is not
//! empty, named by the source's own numbers and its place below them.

use std::path::{Path, PathBuf};

/// A number may stand so far into a heading or behind a title, in characters.
const TITLE: usize = 30;
const HEADING: usize = 14;

/// How one level of clauses is numbered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// `三、`
    Han,
    /// `（三）`
    Parens,
    /// `3、` `3.`
    Arabic,
    /// `4.7` below `4、`
    Dotted,
    /// `③`
    Circled,
}

use Level::{Arabic, Circled, Dotted, Han, Parens};

/// How a source is numbered.
pub struct Scheme {
    /// The preset, and the name of the file.
    pub preset: &'static str,
    levels: &'static [Level],
    /// Whether a line without a number takes the next one: the text lost some.
    counts: bool,
    /// The line with which numbers begin anew, and what is put before them.
    anew: Option<(&'static str, &'static str)>,
    /// A number of the first level that is left out before deeper ones.
    silent: Option<&'static str>,
}

const fn scheme(preset: &'static str, levels: &'static [Level]) -> Scheme {
    Scheme {
        preset,
        levels,
        counts: false,
        anew: None,
        silent: None,
    }
}

/// Every source.
pub const SCHEMES: [Scheme; 13] = [
    Scheme {
        counts: true,
        ..scheme("tournament", &[Han, Arabic])
    },
    Scheme {
        counts: true,
        ..scheme("college", &[Han, Arabic])
    },
    Scheme {
        anew: Some(("游戏规则：", "规则")),
        ..scheme("ordered", &[Han, Arabic])
    },
    scheme("dark", &[Arabic, Dotted]),
    scheme("tv", &[Han, Arabic]),
    scheme("flag", &[]),
    scheme("hook", &[Arabic]),
    scheme("platform", &[Han, Parens, Arabic]),
    scheme("forty", &[Han]),
    scheme("knockout", &[Arabic]),
    scheme("five-ten-king", &[Han, Arabic]),
    scheme("red-five", &[Arabic]),
    Scheme {
        silent: Some("三"),
        ..scheme("double-dig", &[Han, Parens, Arabic, Circled])
    },
];

/// Where the sources lie, if they are here at all.
pub fn folder() -> Option<PathBuf> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    shared.is_dir().then(|| shared.join("rules/sources"))
}

/// The value of a Chinese number up to nineteen.
fn han(text: &str) -> Option<usize> {
    let digit = |c| "一二三四五六七八九".chars().position(|d| d == c);
    let mut chars = text.chars();
    match (chars.next()?, chars.next(), chars.next()) {
        ('十', None, None) => Some(10),
        ('十', Some(c), None) => Some(11 + digit(c)?),
        (c, None, None) => Some(1 + digit(c)?),
        _ => None,
    }
}

fn han_name(number: usize) -> String {
    let ones = "十一二三四五六七八九".chars().nth(number % 10);
    match (number, ones) {
        (10, _) => "十".to_owned(),
        (0..10, Some(ones)) => ones.to_string(),
        (_, Some(ones)) => format!("十{ones}"),
        (_, None) => String::new(),
    }
}

fn split_digits(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    Some((text[..end].parse().ok()?, &text[end..]))
}

impl Level {
    /// The number that stands at the beginning of a text, and what follows it.
    fn number(self, text: &str, parent: usize) -> Option<(usize, &str)> {
        match self {
            Han => {
                let end = text.find(['、', '：'])?;
                Some((han(&text[..end])?, &text[end + '、'.len_utf8()..]))
            }
            Parens => {
                let inner = text.strip_prefix(['（', '('])?;
                let end = inner.find(['）', ')'])?;
                let rest = inner[end..].trim_start_matches(['）', ')', '、']);
                Some((han(&inner[..end])?, rest))
            }
            Arabic => {
                let (number, rest) = split_digits(text)?;
                let after = rest.strip_prefix(['、', '．', '.', '，'])?;
                let decimal =
                    rest.starts_with('.') && after.starts_with(|c: char| c.is_ascii_digit());
                (!decimal).then_some((number, after))
            }
            Dotted => {
                let (above, rest) = split_digits(text)?;
                let (number, rest) = split_digits(rest.strip_prefix('.')?)?;
                (above == parent).then_some((number, rest))
            }
            Circled => {
                let first = text.chars().next()?;
                let number = "①②③④⑤⑥⑦⑧⑨⑩".chars().position(|c| c == first)?;
                Some((number + 1, &text[first.len_utf8()..]))
            }
        }
    }

    fn name(self, number: usize, parent: usize) -> String {
        match self {
            Han => han_name(number),
            Parens => format!("({})", han_name(number)),
            Arabic => number.to_string(),
            Dotted => format!("{parent}.{number}"),
            Circled => "①②③④⑤⑥⑦⑧⑨⑩"
                .chars()
                .nth(number - 1)
                .map(String::from)
                .unwrap_or_default(),
        }
    }
}

/// Reads a source line by line.
struct Reader<'a> {
    scheme: &'a Scheme,
    /// The number at each level, 0: none.
    path: Vec<usize>,
    part: Option<&'a str>,
    /// How many lines there have been with this path.
    lines: usize,
    found: Vec<String>,
}

impl Reader<'_> {
    /// Takes a number that comes next at its level; says what follows it.
    fn marker<'t>(&mut self, text: &'t str, from: usize) -> Option<(usize, &'t str)> {
        for (at, level) in self.scheme.levels.iter().enumerate().skip(from) {
            let parent = if at == 0 { 0 } else { self.path[at - 1] };
            let Some((number, rest)) = level.number(text, parent) else {
                continue;
            };
            let last = self.path[at];
            if number == last + 1 || (last == 0 && number == 2) {
                self.path[at] = number;
                self.path[at + 1..].fill(0);
                self.lines = 0;
                return Some((at, rest));
            }
        }
        None
    }

    /// A number a few characters on: behind a title or in a heading.
    fn marker_within<'t>(
        &mut self,
        text: &'t str,
        from: usize,
        most: usize,
    ) -> Option<(usize, &'t str)> {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).take(most).collect();
        places
            .into_iter()
            .find_map(|at| self.marker(&text[at..], from))
    }

    fn name(&self) -> String {
        let silent = self
            .scheme
            .silent
            .filter(|_| self.path[1..].iter().any(|&n| n > 0));
        let numbers = self.path.iter().zip(self.scheme.levels).enumerate();
        let mut names: Vec<String> = self.part.iter().map(|p| (*p).to_owned()).collect();
        for (at, (&number, level)) in numbers {
            let parent = if at == 0 { 0 } else { self.path[at - 1] };
            if number == 0 {
                continue;
            }
            let name = level.name(number, parent);
            match level {
                Dotted => names = vec![name],
                Han if silent == Some(name.as_str()) => {}
                Han | Parens | Arabic | Circled => names.push(name),
            }
        }
        names.join(".")
    }

    /// Names the clause that the next piece of text is.
    fn add(&mut self) {
        self.lines += 1;
        let numbered = self.part.is_some() || self.path.iter().any(|&n| n > 0);
        let name = match (numbered, self.lines) {
            (false, n) => format!("¶{n}"),
            (true, 1) => self.name(),
            (true, n) => format!("{}/{n}", self.name()),
        };
        self.found.push(name);
    }

    fn line(&mut self, line: &str, first: bool) {
        if let Some((_, part)) = self.scheme.anew.filter(|(title, _)| *title == line) {
            self.part = Some(part);
            self.path.fill(0);
            self.lines = 0;
            return self.add();
        }
        let found = if first {
            self.marker_within(line, 0, TITLE)
        } else {
            self.marker(line, 0)
        };
        let Some((mut at, mut rest)) = found else {
            self.unnumbered();
            return;
        };
        while at + 1 < self.scheme.levels.len()
            && let Some((deeper, after)) = self.marker_within(rest, at + 1, HEADING)
        {
            (at, rest) = (deeper, after);
        }
        self.add();
        // Several clauses in one line: each number behind a full stop.
        while let Some(stop) = rest.find('。') {
            rest = &rest[stop + '。'.len_utf8()..];
            let same = self.scheme.levels[at] == Arabic;
            if let Some((_, after)) = self
                .marker(rest, at)
                .filter(|(level, _)| same && *level == at)
            {
                rest = after;
                self.add();
            }
        }
    }

    fn unnumbered(&mut self) {
        let below = self.path.iter().any(|&n| n > 0);
        if self.scheme.counts && below {
            let last = self.path.len() - 1;
            self.path[last] += 1;
            self.lines = 0;
        }
        self.add();
    }
}

/// The names of a source's clauses, in order.
pub fn clauses(scheme: &Scheme, text: &str) -> Vec<String> {
    let mut reader = Reader {
        scheme,
        path: vec![0; scheme.levels.len()],
        part: None,
        lines: 0,
        found: Vec::new(),
    };
    let wide = |c: char| match c {
        '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10).unwrap_or(c),
        _ => c,
    };
    let text: String = text.chars().map(wide).collect();
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
    for (at, line) in lines.enumerate() {
        reader.line(line, at == 0);
    }
    reader.found
}

#[test]
fn numbers_titles_and_lines_name_the_clauses() {
    let read = |preset: &str, text: &str| {
        let scheme = SCHEMES.iter().find(|s| s.preset == preset);
        clauses(scheme.expect("a source"), text).join(" ")
    };
    let counted = "说明\n一、甲\n1、乙\n丙\n3、丁\n二、戊\n己";
    assert_eq!(read("tournament", counted), "¶1 一 一.1 一.2 一.3 二 二.1");
    let titled = "题目一、甲1、乙\n丙\n2、5、10丁\n7、戊\n二、己1、庚";
    assert_eq!(
        read("five-ten-king", titled),
        "一.1 一.1/2 一.2 一.2/2 二.1"
    );
    let dotted = "题\n1、甲\n1.1乙\n10、丙\n1.2丁\n2、戊\n2.1己";
    assert_eq!(read("dark", dotted), "¶1 1 1.1 1.1/2 1.2 2 2.1");
    let inline = "一、甲\n1.乙。2.丙。５.丁。\n二、戊\n（一）己\n三、庚\n（一）辛\n1、壬\n①癸";
    let expected = "一 一.1 一.2 二 二.(一) 三 (一) (一).1 (一).1.①";
    assert_eq!(read("double-dig", inline), expected);
    assert_eq!(
        read("ordered", "甲\n二、乙\n1．丙\n游戏规则：\n一、丁\n戊"),
        "¶1 二 二.1 规则 规则.一 规则.一/2"
    );
    assert_eq!(read("flag", "甲\n\n一、乙"), "¶1 ¶2");
}
