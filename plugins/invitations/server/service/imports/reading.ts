/** Reads CSV as the world writes it: any encoding and delimiter, from any byte on, so that a long file is read in steps that can begin anew. */
import chardet from 'chardet'
import Papa from 'papaparse'

/** How a file is written. */
export interface Form {
  /** As `TextDecoder` names it. */
  encoding: string
  delimiter: string
}
/** A record of the file, with what is wrong with it as such. */
export interface Read {
  cells: string[]
  problem: 'bad_text' | 'cut_off' | null
}
export const DELIMITERS = [',', ';', '\t', '|']
/** No record is longer than this; one that seems to be has a quote that nobody closed. */
const LONGEST_RECORD = 1024 * 1024

/** Quotes that nobody closed in one read; from then on lines with quotes are wrong, so that a file of nothing else takes no longer. */
const MOST_OPEN = 20

const marks: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
/** Bytes of the mark that says how the file is written, if there is one. */
export function markOf(head: Uint8Array): { bytes: number; encoding: string } | null {
  const found = marks.find(([bytes]) => bytes.every((byte, at) => head[at] === byte))
  return found ? { bytes: found[0].length, encoding: found[1] } : null
}
const wide = (encoding: string) => encoding.startsWith('utf-16')
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding.length > 0
  } catch {
    return false
  }
}

function encodingOf(head: Uint8Array): string {
  const marked = markOf(head)
  if (marked) return marked.encoding
  const zeros = [0, 0]
  for (let at = 0; at < Math.min(head.length, 4096); at++) if (head[at] === 0) zeros[at % 2]!++
  // letters of our languages leave every second byte empty there
  if (zeros[0]! + zeros[1]! > Math.min(head.length, 4096) / 5) return zeros[1]! > zeros[0]! ? 'utf-16le' : 'utf-16be'
  try {
    // `stream`: the head may end within a letter
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    const guess = chardet.detect(head)
    return guess && !/^utf/i.test(guess) && isEncoding(guess) ? new TextDecoder(guess).encoding : 'windows-1252'
  }
}
/** The delimiter that cuts the first lines into the most even pieces. */
function delimiterOf(text: string): string {
  const score = (delimiter: string) => {
    const widths = Papa.parse<string[]>(text, { delimiter, preview: 20 })
      .data.filter((row) => row.length > 1 || row[0])
      .map((row) => row.length)
    const most = Math.max(1, ...widths)
    return most === 1 ? 0 : widths.filter((width) => width === most).length / widths.length + most / 1000
  }
  return DELIMITERS.map((delimiter) => ({ delimiter, value: score(delimiter) })).sort((a, b) => b.value - a.value)[0]!.delimiter
}
/** @param head the first bytes of a file, 64 KiB are plenty */
export function detect(head: Buffer): Form {
  const encoding = encodingOf(head)
  return { encoding, delimiter: delimiterOf(new TextDecoder(encoding).decode(head)) }
}

/** Text in which a character stands for one byte, or for two: places in it are places in the file. */
const lettersOf = (bytes: Buffer, encoding: string): string => {
  if (!wide(encoding)) return bytes.toString('latin1')
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  return (encoding === 'utf-16be' ? Buffer.from(even).swap16() : even).toString('utf16le')
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: bytes above ASCII are what it looks for
const ASCII = /^[\x00-\x7f]*$/

/**
 * The records in these bytes, which begin with one.
 * @param isEnd whether the file ends with them; else a last record that may go on is left for the next call
 * @returns `bytes` read, all of them at the end
 */
export function read(bytes: Buffer, { encoding, delimiter }: Form, isEnd: boolean): { records: Read[]; bytes: number } {
  const size = wide(encoding) ? 2 : 1
  const text = lettersOf(bytes, encoding)
  const newline = text.includes('\n') || !text.includes('\r') ? '\n' : '\r'
  const strict = wide(encoding) ? null : new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  let isBad = false
  const cellOf = (raw: string): string => {
    if (!strict || ASCII.test(raw)) return raw
    try {
      return strict.decode(Buffer.from(raw, 'latin1'))
    } catch {
      isBad = true
      return new TextDecoder(encoding).decode(Buffer.from(raw, 'latin1'))
    }
  }
  const records: Read[] = []
  const add = (raw: string[], isCut: boolean) => {
    isBad = false
    const cells = raw.map((cell, at) => cellOf(at === raw.length - 1 ? cell.replace(/\r$/, '') : cell).replaceAll('\0', ''))
    records.push({ cells, problem: isCut ? 'cut_off' : isBad ? 'bad_text' : null })
  }
  let at = 0
  for (let open = 0; at < text.length; open++) {
    const rest = text.slice(at)
    if (open === MOST_OPEN) {
      const lines = rest.split(newline)
      const last = lines.pop()!
      for (const line of isEnd && last ? [...lines, last] : lines) add(line.slice(0, LONGEST_RECORD).split(delimiter), line.includes('"'))
      at += isEnd ? rest.length : rest.length - last.length
      break
    }
    const { data, errors, meta } = new Papa.Parser({ delimiter, newline, quoteChar: '"' }).parse(rest, 0, !isEnd) as Papa.ParseResult<string[]>
    const unclosed = errors.find(({ code }) => code === 'MissingQuotes')
    const goes = unclosed?.row === undefined ? data.length : unclosed.row
    for (const raw of data.slice(0, goes)) add(raw, false)
    const long = !isEnd && meta.cursor === 0 && rest.length > LONGEST_RECORD
    if (!unclosed && !long) {
      at += isEnd ? rest.length : meta.cursor
      break
    }
    // a quote that is never closed would swallow the rest: its line is wrong, and the next begins anew
    const begin = long ? 0 : placeOf(rest, { delimiter, newline, records: goes })
    const end = rest.indexOf(newline, begin)
    add(
      rest
        .slice(begin, end < 0 ? undefined : end)
        .slice(0, 2_000)
        .split(delimiter),
      true,
    )
    if (end < 0) {
      at = text.length
      break
    }
    at += end + newline.length
  }
  return { records, bytes: isEnd ? bytes.length : at * size }
}
/** Where a record begins. */
function placeOf(text: string, { delimiter, newline, records }: { delimiter: string; newline: '\n' | '\r'; records: number }): number {
  if (records === 0) return 0
  const parser = new Papa.Parser({ delimiter, newline, quoteChar: '"', preview: records })
  return (parser.parse(text, 0, false) as Papa.ParseResult<string[]>).meta.cursor
}

/** Bytes of a stored file from a place on. */
export async function bytesFrom(stream: AsyncIterable<Uint8Array>, from: number, most: number): Promise<{ bytes: Buffer; isEnd: boolean }> {
  const parts: Uint8Array[] = []
  let skipped = 0
  let length = 0
  for await (const part of stream) {
    if (skipped + part.length <= from) {
      skipped += part.length
      continue
    }
    const fresh = skipped < from ? part.subarray(from - skipped) : part
    skipped = Math.max(from, skipped)
    parts.push(fresh)
    length += fresh.length
    if (length > most) break
  }
  return { bytes: Buffer.concat(parts).subarray(0, most), isEnd: length <= most }
}
