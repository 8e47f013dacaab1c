"""encode.py FRAMES FOLDER makes explorer.gif from numbered PNG frames, and a small explorer.png. Needs Pillow."""

import json
import sys
from pathlib import Path

from PIL import Image

LARGEST = 1_000_000  # bytes

folder, file = Path(sys.argv[1]), Path(sys.argv[2]) / "explorer.gif"
frames = [Image.open(path).convert("RGB") for path in sorted(folder.glob("[0-9]*.png"))]
durations = json.loads((folder / "durations.json").read_text())

# All frames share a palette, made from the first frame and the last, which has all kinds of squares.
both = Image.new("RGB", (frames[0].width, 2 * frames[0].height))
both.paste(frames[0])
both.paste(frames[-1], (0, frames[0].height))
palette = both.quantize(128, dither=Image.Dither.NONE)
frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
picture = Image.open(folder / "explorer.png").convert("RGB")
picture.quantize(128, dither=Image.Dither.NONE).save(file.with_suffix(".png"), optimize=True)
frames[0].save(file, save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=True)
size = file.stat().st_size
print(f"{file}: {len(frames)} frames, {size} bytes")
sys.exit(size > LARGEST)
