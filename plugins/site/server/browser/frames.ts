/** On another site, beside frames of ours, sent as text: it knows nothing but the document. */

/** Gives each frame the height that the page in it says it has: `{ height }` in pixels, as pages, forms and screens send it; null for that of its code. */
export function runFrames(): void {
  const ours = new URL((document.currentScript as HTMLScriptElement).src).origin
  addEventListener('message', ({ source, origin, data }) => {
    const height = Number(data?.height)
    if (origin !== ours || !(height > 0 || data?.height === null)) return
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow !== source) continue
      // the script runs once for each code that was pasted: the element knows its first height for all of them
      frame.dataset.height ??= frame.style.height
      frame.style.height = height > 0 ? `${Math.min(Math.max(Math.ceil(height), 80), 20_000)}px` : frame.dataset.height
    }
  })
}
