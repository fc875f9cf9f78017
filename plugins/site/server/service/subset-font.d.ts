/** What is used of a package that has no types. */
declare module 'subset-font' {
  export default function subsetFont(font: Uint8Array, text: string, options: { targetFormat: 'woff2' | 'woff' }): Promise<Uint8Array>
}
