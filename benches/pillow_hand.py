"""Draws hands with Pillow the way most bots do: card images kept in memory,
pasted on a transparent ground, saved as PNG.

Reads four lines a hand (its groups: cards such as HK+ or S7+*) and prints the
best time in milliseconds and the bytes of each hand.
"""
import io
import sys
import time

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT, CARD_W, CARD_H, STEP, MARGIN = 1100, 600, 116, 172, 68, 8
INK, RED, GOLD = (22, 24, 30), (200, 20, 40), (208, 138, 8)
FONT = ImageFont.load_default(size=68)


def sign(draw, suit, x, y, colour):
    """A suit in a box of 42 x 42."""
    if suit == "D":
        draw.polygon([(x + 21, y), (x + 39, y + 21), (x + 21, y + 42), (x + 3, y + 21)], colour)
    elif suit == "H":
        draw.ellipse([x, y, x + 22, y + 22], colour)
        draw.ellipse([x + 20, y, x + 42, y + 22], colour)
        draw.polygon([(x + 2, y + 16), (x + 40, y + 16), (x + 21, y + 42)], colour)
    else:
        if suit == "S":
            draw.polygon([(x + 21, y), (x + 42, y + 26), (x, y + 26)], colour)
        else:
            draw.ellipse([x + 11, y, x + 31, y + 20], colour)
        draw.ellipse([x, y + 16, x + 20, y + 36], colour)
        draw.ellipse([x + 22, y + 16, x + 42, y + 36], colour)
        draw.polygon([(x + 21, y + 20), (x + 29, y + 42), (x + 13, y + 42)], colour)


def tile(word):
    """A card, drawn with what Pillow has."""
    name, trump, level = word.rstrip("+*"), "+" in word, "*" in word
    image = Image.new("RGBA", (CARD_W, CARD_H))
    draw = ImageDraw.Draw(image)
    joker = name in ("BJ", "LJ")
    ground = (RED if name == "BJ" else (36, 42, 68)) if joker else (255, 255, 255)
    if level:
        ground = (255, 234, 160)
    draw.rounded_rectangle([0, 0, CARD_W - 1, CARD_H - 1], 11, ground, (126, 130, 142), 2)
    if joker:
        draw.ellipse([10, 16, 56, 62], (255, 234, 160))
        sign(draw, "D", 12, 77, (255, 234, 160))
    else:
        colour = RED if name[0] in "HD" else INK
        rank = name[1].replace("T", "10")
        glyphs = Image.new("L", (160, 90))
        ImageDraw.Draw(glyphs).text((4, 4), rank, 255, FONT)
        glyphs = glyphs.crop(glyphs.getbbox())
        glyphs = glyphs.resize((min(52, glyphs.width), 52), Image.LANCZOS)
        image.paste(colour, (33 - glyphs.width // 2, 13), glyphs)
        sign(draw, name[0], 12, 77, colour)
        sign(draw, name[0], 70, 100, colour)
    if level:
        sign(draw, "D", 20, 124, GOLD)
    if trump:
        draw.rounded_rectangle([9, CARD_H - 20, CARD_W - 9, CARD_H - 8], 6, GOLD)
    return image


TILES = {}


def hand(groups):
    """Three rows, as many cards and as large as in the other picture."""
    canvas = Image.new("RGBA", (WIDTH, HEIGHT))
    cards = [word for group in groups for word in group]
    for i, word in enumerate(cards):
        if word not in TILES:
            TILES[word] = tile(word)
        card = TILES[word]
        row, column = divmod(i, 11)
        canvas.paste(card, (MARGIN + column * STEP, 24 + row * 198), card)
    out = io.BytesIO()
    canvas.save(out, "PNG")
    return out.getvalue()


def main():
    lines = [line.split() for line in sys.stdin.read().split("\n")[:-1]]
    hands = [lines[i : i + 4] for i in range(0, len(lines), 4)]
    best = [float("inf")] * len(hands)
    size = [0] * len(hands)
    for _ in range(int(sys.argv[1])):
        for i, groups in enumerate(hands):
            start = time.perf_counter()
            size[i] = len(hand(groups))
            best[i] = min(best[i], (time.perf_counter() - start) * 1000)
    if len(sys.argv) > 2:
        with open(sys.argv[2], "wb") as file:
            file.write(hand(hands[0]))
    for millis, count in zip(best, size):
        print(f"{millis:.4f} {count}")


main()
