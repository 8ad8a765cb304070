import { IMAGE_LIMIT } from "../../messages/chartImage";
import { drawSvg } from "./drawing";
import type { Picture } from "./picture";

/** Pixels of a PNG for each of CSS: printed and on fine screens it stays sharp. */
const SCALE = 2;
const MOST_PIXELS = 8192;

/** The picture as it is saved: as wide as on screen, in fonts that every machine has. */
export function stillOf(picture: Picture): Picture {
  const { look, width, height } = picture;
  return {
    ...picture,
    isStill: true,
    look: { ...look, font: "sans-serif" },
    width: Math.max(width, 640),
    height: height + 40,
  };
}

/** Base64 of a PNG of a drawing; undefined where the browser cannot make one. */
export async function toPng(picture: Picture): Promise<string | undefined> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawSvg(picture))}`;
  await image.decode();
  const { width, height } = picture;
  const scale = Math.min(SCALE, MOST_PIXELS / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const [, content = ""] = canvas.toDataURL("image/png").split(";base64,");
  return content === "" || content.length > IMAGE_LIMIT ? undefined : content;
}
