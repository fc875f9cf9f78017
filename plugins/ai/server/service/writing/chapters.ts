/** Chapters of a video or sound, by what is said in it. */
import { AtriumError, cut, z } from '@atrium/sdk'
import type { ChapterWriter } from '../../../../media/contract.ts'
import { cleaned } from '../answering/prompt.ts'
import { readBy } from '../knowledge/reading.ts'
import { writtenOnce } from './kept.ts'
import { MOST_LETTERS } from './write.ts'

type Recording = Parameters<ChapterWriter['chapters']>[1]
/** Seconds of a recording that are one piece of the material. */
const PIECE = 30
const TITLE = 120
const MOST = 30
const Told = z.array(z.object({ at: z.number().min(0), title: z.string().trim().min(1) })).min(1)

const TASK = [
  'Divide this recording into chapters by what is said in it; each piece begins with its time in seconds, in brackets',
  `Answer with JSON alone: [{"at": seconds, "title": "two to six words"}]; the first at 0, at most ${MOST}, and none shorter than a minute in a recording of over ten`,
  'Titles are in the language of the recording',
].join('\n')

/** What is said, with times; of long recordings the beginning of each piece, so that all of it is read. */
function materialOf({ cues, duration }: Recording): string {
  const pieces = [...Map.groupBy(cues, ({ start }) => Math.floor(start / PIECE))].map(([, of]) => ({
    at: Math.floor(of[0]!.start),
    text: of.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' '),
  }))
  const room = Math.floor((MOST_LETTERS - 100) / Math.max(1, pieces.length)) - 12
  return [`Length: ${duration} seconds`, ...pieces.map(({ at, text }) => `[${at}] ${text.slice(0, room)}`)].join('\n')
}
/** Those that lie within the recording, in their order, one for each moment. */
function chaptersOf(written: string, duration: number): { at: number; title: string }[] {
  const told = Told.safeParse(jsonIn(written))
  if (!told.success) return []
  const within = told.data
    .map(({ at, title }) => ({ at: Math.floor(at), title: cut(cleaned(title, 0).trim(), TITLE) }))
    .filter(({ at, title }) => at < duration && title)
    .sort((one, other) => one.at - other.at)
  return within.filter(({ at }, i) => i === 0 || at > within[i - 1]!.at).slice(0, MOST)
}
function jsonIn(written: string): unknown {
  try {
    return JSON.parse(written.slice(written.indexOf('['), written.lastIndexOf(']') + 1))
  } catch {
    return null
  }
}

export const chapterWriter: ChapterWriter = {
  async chapters(ctx, recording) {
    const { cues, duration, memberId } = recording
    if (cues.length === 0) throw new AtriumError(422, 'no_captions', 'Add captions first. Chapters are made of them.')
    if (!(await readBy(ctx))({ kind: 'file', spaceId: null, authorMemberId: memberId })) throw new AtriumError(422, 'not_read', 'AI can’t read this.')
    const { text } = await writtenOnce(ctx, {
      ...{ task: TASK, text: materialOf(recording), maxTokens: 1_200 },
      memberIds: memberId === null ? [] : [memberId],
      check(written) {
        const chapters = chaptersOf(written, duration)
        return chapters.length ? JSON.stringify(chapters) : null
      },
    })
    return chaptersOf(text, duration)
  },
}
