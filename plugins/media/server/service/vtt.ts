/** Captions as files: reads WebVTT and SubRip, writes WebVTT. */
import { invalid, sentence, cut } from '@atrium/sdk'
import { CUE_TEXT, CUES, type Cue } from '../../contract.ts'

const TIMES = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/
const seconds = (hours: string | undefined, minutes: string, rest: string, part: string) =>
  Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(rest) + Number(part.padEnd(3, '0')) / 1000
/** Voices and styles are marks in the text; only what is said is kept. */
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&lrm;': '', '&rlm;': '' }
const said = (text: string) =>
  text
    .replace(/<[^<>\n]*>/g, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity]!)
    .replaceAll('\u0000', '')
    .toWellFormed()
    .trim()

/** @throws AtriumError 422 when there is no caption in it, or too many */
export function parseVtt(file: string): Cue[] {
  const cues: Cue[] = []
  for (const block of file
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)) {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => TIMES.test(line.trim()))
    if (at < 0) continue
    const [, h1, m1, s1, p1, h2, m2, s2, p2] = TIMES.exec(lines[at]!.trim())!
    const cue = { start: seconds(h1, m1!, s1!, p1!), end: seconds(h2, m2!, s2!, p2!), text: cut(said(lines.slice(at + 1).join('\n')), CUE_TEXT) }
    if (cue.text && cue.end > cue.start) cues.push(cue)
  }
  if (!cues.length) throw invalid({ vtt: ['This file has no captions.'] }, 'This file has no captions.', 'no_captions')
  if (cues.length > CUES)
    throw invalid(
      { vtt: [sentence('You can add up to {max} captions.', { max: CUES })] },
      sentence('This file has more than {max} captions.', { max: CUES }),
      'too_many_captions',
    )
  return inOrder(cues)
}
export const inOrder = (cues: Cue[]): Cue[] => [...cues].sort((a, b) => a.start - b.start || a.end - b.end)

const stamp = (value: number) => {
  const whole = Math.round(value * 1000)
  const part = (size: number, most: number, digits: number) => String(Math.floor(whole / size) % most).padStart(digits, '0')
  return `${part(3_600_000, 1000, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`
}
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** An empty line would end the caption, and an arrow begin one. */
const written = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!).replace(/\n\s*\n/g, '\n')
export const toVtt = (cues: Cue[]): string =>
  `WEBVTT\n\n${cues.map(({ start, end, text }) => `${stamp(start)} --> ${stamp(end)}\n${written(text)}\n`).join('\n')}`

/** Where the captions of a transcript are. @param src the file's signed address, for those who may see it by that alone */
export const vttUrl = (id: number, src?: string) => `/media_transcripts/${id}.vtt${src ? `?src=${encodeURIComponent(src)}` : ''}`
