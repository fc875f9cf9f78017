/** One lesson as it is written: name, medium, words, files, and beside them how it behaves. */
import { cut } from '@atrium/sdk'
import type { RichTextDoc } from '@atrium/sdk'
import {
  Badge,
  Button,
  Editor,
  Field,
  FilePicker,
  Form,
  formatTime,
  Icon,
  IconButton,
  Input,
  PictureField,
  Player,
  SaveBar,
  Select,
  SettingRow,
  Slot,
  Switch,
  Textarea,
  toast,
  uploadFile,
  useEdits,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import media from '../../../media/contract.ts'
import contract, { type Course, type Lesson, type LessonFile, MAX_TEXT, OWN_KINDS } from '../../contract.ts'
import { localMoment, momentIso } from './OutlineEditor.tsx'
import { clock, lessonsIn, lessonWord } from './words.ts'

const { routes } = contract
interface MediaFile {
  id: number
  signed_id: string
  filename: string
  content_type: string
  url: string
}
interface Fields {
  name: string
  body: RichTextDoc | null
  media: MediaFile | null
  duration: number | null
  cover: { signed_id: string; url: string } | null
  files: Pick<LessonFile, 'signed_id' | 'filename'>[]
  chapters: string
  embed_url: string
  live_url: string
  live_starts_at: string
  live_ends_at: string
  enforce: boolean
  auto: boolean
  free: boolean
  talk: boolean
  download: boolean
  section_id: number
}
const linesOf = (lesson: Pick<Lesson, 'chapters'>) => lesson.chapters.map(({ at, title }) => `${clock(at)} ${title}`).join('\n')
/** `4:06 Hands as a wall`, a line each; what begins with no time is left out. */
type ChapterLine = { at: number; title: string }
export function chaptersOf(text: string): ChapterLine[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*(?:(\d+):)?(\d{1,2}):(\d{2})\s+(.+?)\s*$/.exec(line)
    if (!found) return []
    const [, hours = '0', minutes, seconds, title] = found
    return [{ at: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), title: cut(title!, 120) }]
  })
}
const fieldsOf = (lesson: Lesson): Fields => ({
  name: lesson.name,
  body: lesson.rich_text_body?.body ?? null,
  media: lesson.featured_media,
  duration: lesson.featured_media_duration,
  cover: lesson.thumbnail,
  files: lesson.files.map(({ signed_id, filename }) => ({ signed_id, filename })),
  chapters: linesOf(lesson),
  embed_url: lesson.embed_url ?? '',
  live_url: lesson.live_url ?? '',
  live_starts_at: localMoment(lesson.live_starts_at),
  live_ends_at: localMoment(lesson.live_ends_at),
  enforce: lesson.enforce_featured_media_completion,
  auto: lesson.autocomplete_on_featured_media_completion,
  free: lesson.is_free,
  talk: lesson.is_comments_enabled,
  download: lesson.is_featured_media_download_enabled,
  section_id: lesson.section_id,
})
const bodyOf = (changes: Partial<Fields>) => ({
  name: changes.name,
  tiptap_body: changes.body === undefined ? undefined : changes.body && { body: changes.body },
  featured_media_signed_id: changes.media === undefined ? undefined : (changes.media?.signed_id ?? null),
  featured_media_duration: changes.duration === undefined ? undefined : changes.duration,
  thumbnail_signed_id: changes.cover === undefined ? undefined : (changes.cover?.signed_id ?? null),
  file_signed_ids: changes.files?.map(({ signed_id }) => signed_id),
  chapters: changes.chapters === undefined ? undefined : chaptersOf(changes.chapters),
  embed_url: changes.embed_url === undefined ? undefined : changes.embed_url || null,
  live_url: changes.live_url === undefined ? undefined : changes.live_url || null,
  live_starts_at: changes.live_starts_at === undefined ? undefined : momentIso(changes.live_starts_at),
  live_ends_at: changes.live_ends_at === undefined ? undefined : momentIso(changes.live_ends_at),
  enforce_featured_media_completion: changes.enforce,
  autocomplete_on_featured_media_completion: changes.auto,
  is_free: changes.free,
  is_comments_enabled: changes.talk,
  is_featured_media_download_enabled: changes.download,
  section_id: changes.section_id,
})
/** Seconds of a chosen file, where this browser can play it. */
const lengthOf = (file: File): Promise<number | null> =>
  new Promise((done) => {
    const element = document.createElement(file.type.startsWith('audio/') ? 'audio' : 'video')
    const url = URL.createObjectURL(file)
    const end = (value: number | null) => {
      URL.revokeObjectURL(url)
      done(value)
    }
    element.preload = 'metadata'
    element.onloadedmetadata = () => end(Number.isFinite(element.duration) ? Math.round(element.duration) : null)
    element.onerror = () => end(null)
    element.src = url
  })
const ACCEPTS: Record<string, string> = { video: 'video/*', audio: 'audio/*' }

/** Of rest, after which what was written is saved. */
const AUTOSAVES_MS = 2_500

export function LessonEditor({ course, lesson }: { course: Course; lesson: Lesson }) {
  const t = useT()
  const params = { courseId: course.id, id: lesson.id }
  const write = useWrite(routes.updateLesson, { invalidates: [contract] })
  const { value, set, busy, errors, form, bar, savedAt } = useEdits(
    fieldsOf(lesson),
    (changes, version) => write.mutateAsync({ params, body: { lesson: { ...bodyOf(changes), version } } }),
    { version: lesson.version, fieldsOf, label: (field) => t(`field.${field}`) },
    AUTOSAVES_MS,
  )
  const publish = useWrite(routes.updateLesson, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const [progress, setProgress] = useState<number | undefined>(undefined)
  const [element, setElement] = useState<HTMLMediaElement | null>(null)
  const upload = async (file: File, then: (uploaded: MediaFile) => void) => {
    busy(true)
    setProgress(0)
    try {
      const done = await uploadFile(file, { onProgress: setProgress })
      then({ id: done.id, signed_id: done.signed_id, filename: done.filename, content_type: done.content_type, url: done.url ?? '' })
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      busy(false)
      setProgress(undefined)
    }
  }
  /** What the video shows at this moment. */
  const takeFrame = async () => {
    if (!(element instanceof HTMLVideoElement) || element.videoWidth === 0) return toast.error(t('edit.cover_play_first'))
    const canvas = Object.assign(document.createElement('canvas'), { width: element.videoWidth, height: element.videoHeight })
    canvas.getContext('2d')!.drawImage(element, 0, 0)
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    if (picture) await upload(new File([picture], `${lesson.id}.jpg`, { type: 'image/jpeg' }), ({ signed_id, url }) => set({ cover: { signed_id, url } }))
  }
  const section = course.sections.find(({ id }) => id === lesson.section_id)
  const at = section?.lessons.findIndex(({ id }) => id === lesson.id) ?? 0
  const isOut = lesson.status === 'published'
  const plays = lesson.kind === 'video' || lesson.kind === 'audio'
  const others = lessonsIn(course).length
  return (
    <Form {...form}>
      <div className="grid min-w-0 wide:grid-cols-[minmax(0,1fr)_280px]">
        <div className="mx-auto w-full max-w-[760px] px-4 py-5 desk:px-6">
          <p className="mb-2 flex flex-wrap items-center gap-2 text-13 text-text-3">
            {t('edit.place', { section: section?.name ?? '', lesson: lessonWord(t, course), at: at + 1, all: section?.lessons.length ?? others })}
            <Badge tone={isOut ? 'success' : 'warning'}>{t(isOut ? 'published' : 'draft')}</Badge>
            <Button
              size="sm"
              loading={publish.isPending}
              onClick={() => publish.mutate({ params, body: { lesson: { status: isOut ? 'draft' : 'published' } } })}
            >
              {t(isOut ? 'edit.unpublish' : 'edit.publish')}
            </Button>
            <span role="status" className="ms-auto tabular-nums">
              {bar.saving ? t('edit.saving') : savedAt && !bar.dirty && t('edit.saved_at', { time: formatTime(savedAt, { kind: 'time' }) })}
            </span>
          </p>
          <Field label={t('edit.name')} hideLabel error={errors['lesson.name']}>
            <Input value={value.name} maxLength={200} className="!h-12 !text-24 font-semibold" onChange={(event) => set({ name: event.target.value })} />
          </Field>
          {plays && (
            <section className="mt-4" aria-label={t(`lesson.${lesson.kind}`)}>
              {value.media?.url ? (
                <>
                  <Player
                    key={value.media.id}
                    id={value.media.id}
                    src={value.media.url}
                    kind={lesson.kind as 'video' | 'audio'}
                    poster={value.cover?.url}
                    label={value.name}
                    onMedia={setElement}
                  />
                  <p className="mt-2 flex flex-wrap items-center gap-2 text-13 text-text-2">
                    <span className="min-w-0 flex-1 truncate">{value.media.filename}</span>
                    {value.duration !== null && <span className="tabular-nums">{clock(value.duration)}</span>}
                    {lesson.kind === 'video' && (
                      <Button size="sm" icon="image" onClick={() => void takeFrame()}>
                        {t('edit.cover_frame')}
                      </Button>
                    )}
                    <Button size="sm" icon="trash-2" onClick={() => set({ media: null, duration: null })}>
                      {t('edit.media_remove')}
                    </Button>
                  </p>
                  <div className="mt-4">
                    <Slot of={media.slots['media.captions']} props={{ fileId: value.media.id, src: value.media.url }} />
                  </div>
                  <Field label={t('chapters')} help={t('edit.chapters_help')} className="mt-3">
                    <Textarea
                      value={value.chapters}
                      rows={3}
                      placeholder={t('edit.chapters_example')}
                      onChange={(event) => set({ chapters: event.target.value })}
                    />
                  </Field>
                  <Slot
                    of={media.slots['media.chapters']}
                    props={{
                      ...{ fileId: value.media.id, src: value.media.url, isEmpty: value.chapters.trim() === '' },
                      onChapters: (chapters: ChapterLine[]) => set({ chapters: linesOf({ chapters }) }),
                    }}
                  />
                </>
              ) : (
                <FilePicker
                  accept={ACCEPTS[lesson.kind]}
                  label={t(`edit.media_${lesson.kind}`)}
                  progress={progress}
                  onFile={(file) =>
                    void upload(file, (uploaded) => {
                      set({ media: uploaded })
                      void lengthOf(file).then((duration) => set({ duration }))
                    })
                  }
                />
              )}
            </section>
          )}
          {lesson.kind === 'embed' && (
            <Field label={t('field.embed_url')} help={t('edit.embed_help')} error={errors['lesson.embed_url']} className="mt-4">
              <Input type="url" value={value.embed_url} maxLength={2000} onChange={(event) => set({ embed_url: event.target.value })} />
            </Field>
          )}
          {lesson.kind === 'live' && (
            <div className="mt-4 grid gap-4 sm:grid-cols-2">
              <Field label={t('field.live_starts_at')} error={errors['lesson.live_starts_at']}>
                <Input type="datetime-local" value={value.live_starts_at} onChange={(event) => set({ live_starts_at: event.target.value })} />
              </Field>
              <Field label={t('field.live_ends_at')} error={errors['lesson.live_ends_at']}>
                <Input type="datetime-local" value={value.live_ends_at} onChange={(event) => set({ live_ends_at: event.target.value })} />
              </Field>
              <Field label={t('field.live_url')} error={errors['lesson.live_url']} className="sm:col-span-2">
                <Input type="url" value={value.live_url} maxLength={2000} onChange={(event) => set({ live_url: event.target.value })} />
              </Field>
            </div>
          )}
          {!(OWN_KINDS as readonly string[]).includes(lesson.kind) && (
            <div className="mt-4">
              <Slot of={contract.slots['course.lesson.editor.*']} part={lesson.kind} props={{ lesson, courseId: course.id }} />
            </div>
          )}
          <div className="mt-5">
            <Editor
              value={value.body}
              label={t('field.body')}
              placeholder={t('edit.body')}
              maxLength={MAX_TEXT}
              onBusy={busy}
              onChange={(body) => set({ body })}
              className="min-h-60"
            />
          </div>
          <section className="mt-5" aria-label={t('field.files')}>
            <h2 className="mb-2 text-13 font-semibold">{t('field.files')}</h2>
            <ul className="mb-2 grid gap-2">
              {value.files.map((file) => (
                <li key={file.signed_id} className="flex items-center gap-3 rounded-card border border-border bg-surface-2 px-3 py-2 text-13">
                  <Icon name="file-text" size="sm" className="text-text-3" />
                  <span className="min-w-0 flex-1 truncate">{file.filename}</span>
                  <IconButton
                    icon="trash-2"
                    size="sm"
                    label={t('edit.file_remove', { name: file.filename })}
                    onClick={() => set({ files: value.files.filter(({ signed_id }) => signed_id !== file.signed_id) })}
                  />
                </li>
              ))}
            </ul>
            <FilePicker
              label={t('edit.file_add')}
              progress={plays && !value.media ? undefined : progress}
              onFile={(file) => void upload(file, ({ signed_id, filename }) => set({ files: [...value.files, { signed_id, filename }] }))}
            />
          </section>
        </div>
        <aside className="border-border px-4 py-5 max-wide:border-t wide:border-s" aria-label={t('edit.this_lesson')}>
          <h2 className="mb-1 text-13 font-semibold">{t('edit.this_lesson')}</h2>
          {plays && (
            <>
              <Flag value={value.enforce} name="enforce" onChange={(enforce) => set({ enforce })} />
              <Flag value={value.auto} name="auto" onChange={(auto) => set({ auto })} />
              <Flag value={value.download} name="download" onChange={(download) => set({ download })} />
            </>
          )}
          <Flag value={value.free} name="free" onChange={(free) => set({ free })} />
          <Flag value={value.talk} name="talk" onChange={(talk) => set({ talk })} />
          <PictureField
            className="mt-4"
            label={t('field.cover')}
            help={plays ? t('field.cover_help') : undefined}
            error={errors['lesson.thumbnail_signed_id']}
            url={value.cover?.url ?? null}
            ratio={16 / 9}
            width={1280}
            onChange={(cover) => set({ cover: cover && { signed_id: cover.signedId, url: cover.url } })}
          />
          <Field label={t('field.section_id')} className="mt-4">
            <Select
              value={String(value.section_id)}
              onChange={(event) => set({ section_id: Number(event.target.value) })}
              options={course.sections.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </Field>
        </aside>
      </div>
      <SaveBar {...bar} />
    </Form>
  )
}
function Flag({ value, name, onChange }: { value: boolean; name: string; onChange: (on: boolean) => void }) {
  const t = useT()
  return (
    <SettingRow
      className="px-0!"
      title={t(`field.${name}`)}
      text={t(`field.${name}_help`)}
      control={(aria) => <Switch {...aria} checked={value} onChange={onChange} />}
    />
  )
}
