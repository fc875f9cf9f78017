/** What other plugins do with courses, and what they bring to them. */
import type { Ctx } from '@atrium/sdk/server'
import type { COURSE_TYPES } from './fields.ts'
import type { Lesson } from './records.ts'

/** Brings a kind of lessons: quiz, assignment, package. Its player and editor fill the slots that end on its key. */
export interface LessonKind {
  /** Unique: `quiz`, `scorm`. The plugin's word `lesson.<key>` names it. */
  key: string
  icon: string
  /** `learner`: they say themselves that it is done; `kind`: only `complete` of the service says so. */
  completes: 'learner' | 'kind'
  /** What the slot of the player gets beside the lesson, by lesson; never what may not reach the browser. One query for several. */
  read(ctx: Ctx, lessonIds: number[]): Promise<Map<number, unknown>>
  /** Which of these have nothing in them yet, as a quiz without questions: asked of drafts, before they come out. */
  empty?(ctx: Ctx, lessonIds: number[]): Promise<number[]>
  /** The lessons are gone for good. */
  remove?(ctx: Ctx, lessonIds: number[]): Promise<void>
  /** A lesson was duplicated, and so is what it holds. */
  copy?(ctx: Ctx, from: number, to: number): Promise<void>
}

/** What the slot `course.lesson.player.<kind>` is handed. */
export interface LessonPlayer {
  lesson: Lesson
  courseId: number
  /** What `LessonKind.read` gave. */
  extra: unknown
  /** The lesson is done now: the player reads its outline anew and offers what follows. */
  onCompleted(): void
  /** It needs the page to itself, as while questions are asked: nothing else of the lesson is shown until it does not. */
  onAlone?(alone: boolean): void
}
/** What the slot `course.lesson.editor.<kind>` is handed. */
export interface LessonEditor {
  lesson: Lesson
  courseId: number
}

/** A lesson for those who hang something on it. */
export interface LessonCard {
  id: number
  /** Also the space's. */
  courseId: number
  sectionId: number
  kind: string
  title: string
  status: 'draft' | 'published'
}
export interface NewLesson {
  name: string
  kind?: string
  status?: 'draft' | 'published'
  /** TipTap JSON, or plain text. */
  doc?: unknown
  /** An upload of the ctx's member, or one without an owner. */
  mediaFileId?: number | null
  /** A picture that stands before the video plays. */
  coverFileId?: number | null
  /** Seconds. */
  duration?: number | null
  fileIds?: number[]
  embedUrl?: string | null
  chapters?: { at: number; title: string }[]
  isFree?: boolean
}

export interface CoursesService {
  /** As the ctx's reader may open it: enrolled, unlocked, published, or allowed to edit. Null otherwise. */
  lesson(lessonId: number): Promise<LessonCard | null>
  /** Of these lessons the cards, whoever asks; those that are gone are left out. */
  cards(lessonIds: number[]): Promise<Map<number, LessonCard>>
  /** What these sections are called; those that are gone are left out. */
  sectionNames(sectionIds: number[]): Promise<Map<number, string>>
  /** Whether this reader may change the course and see its students. */
  mayEdit(courseId: number): Promise<boolean>
  /**
   * The lesson is done for a member: a quiz passed, a package completed, work approved. Moves their progress, unlocks what waits, emits
   * `lesson.completed` and perhaps `course.finished`. Idempotent; a better score takes the place of a lower one.
   * @param options.score 0 to 100
   */
  complete(lessonId: number, memberId: number, options?: { score?: number; at?: Date }): Promise<void>
  /** It is not done any more, and its place is the beginning. Idempotent. */
  reset(lessonId: number, memberId: number): Promise<void>
  /** Makes them members of the space where they are not. Idempotent. @throws AtriumError 404 */
  enroll(courseId: number, memberIds: number[], options?: { cohortId?: number | null; at?: Date }): Promise<void>
  /** Set-up and imports: what a space of type `course` holds. Rights are the caller's matter. @throws AtriumError 404, 422 */
  create(
    courseId: number,
    fields: {
      summary?: string
      courseType?: (typeof COURSE_TYPES)[number]
      enforceOrder?: boolean
      certificate?: boolean
      topics?: string[]
      cohorts?: { name: string; startsAt: Date }[]
    },
  ): Promise<{ cohortIds: number[] }>
  addSection(courseId: number, section: { name: string; dripDelay?: number; drippedAt?: Date | null }): Promise<{ id: number }>
  addLesson(courseId: number, sectionId: number, lesson: NewLesson): Promise<{ id: number }>
  /** Where the ctx's member is, as their own browser would say it. For set-up. */
  visit(lessonId: number, place: { position: number; at?: Date }): Promise<void>
}
