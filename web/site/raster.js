/* Pictures as PNG, which the browser makes from SVG. */

const MOST_PIXELS = 16384; /* wide or high; browsers paint nothing on larger ones */

const TOO_LARGE = Object.assign(new Error("the picture is too large for a PNG"), { reason: "limit" });

/**
 * @param {Blob} svg
 * @param {number} scale
 * @returns {Promise<Blob>}
 */
export async function toPng(svg, scale) {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    const most = MOST_PIXELS / Math.max(image.width, image.height);
    canvas.width = Math.round(image.width * Math.min(scale, most));
    canvas.height = Math.round(image.height * Math.min(scale, most));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob(blob =>
      (blob === null ? reject(TOO_LARGE) : resolve(blob)), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
