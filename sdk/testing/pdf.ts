/** What a PDF says, read by another reader than the library that has drawn it. */

/** The words of all of its pages. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  return (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text
}
