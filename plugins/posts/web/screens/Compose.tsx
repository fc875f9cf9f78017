/** Writing a post: a new one, or the edit of one that is there. */
import {
  Button,
  Checkbox,
  Editor,
  ErrorState,
  Field,
  FilePicker,
  IconButton,
  Input,
  markText,
  Note,
  Picture,
  Query,
  RATIOS,
  Screen,
  Select,
  Skeleton,
  useParams,
  useRead,
  useSession,
  useT,
} from '@atrium/sdk/web'
import spaces, { type SpaceRecord } from '../../../spaces/contract.ts'
import contract, { type PostReply } from '../../contract.ts'
import { usePostForm } from '../components/usePostForm.ts'

export default function Compose() {
  const t = useT()
  const { space, slug } = useParams<{ space: string; slug?: string }>()
  const list = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const existing = useRead(contract.routes.show, { params: { spaceId: space, postSlug: slug ?? '-' } }, { enabled: slug !== undefined })
  const title = slug ? t('compose.edit_title') : t('compose.title')
  return (
    <Screen name="posts/Compose" title={title} layout="focus">
      <Query query={list} skeleton={<Skeleton w="100%" h={360} />}>
        {({ records }) => {
          if (slug && existing.isError) return <ErrorState error={existing.error} onRetry={() => existing.refetch()} />
          if (slug && !existing.data) return <Skeleton w="100%" h={360} />
          const writable = records.filter((item: SpaceRecord) => item.policies.can_create_post)
          if (writable.length === 0)
            return (
              <Note tone="info" title={t('compose.nowhere_title')}>
                {t('compose.nowhere_text')}
              </Note>
            )
          return (
            <Form
              key={existing.data?.id ?? 'new'}
              heading={title}
              writable={writable}
              chosen={writable.find((item: SpaceRecord) => item.slug === space) ?? writable[0]!}
              post={existing.data}
            />
          )
        }}
      </Query>
    </Screen>
  )
}

interface FormProps {
  heading: string
  writable: SpaceRecord[]
  chosen: SpaceRecord
  post?: PostReply
}

function Form({ heading, writable, chosen, post }: FormProps) {
  const t = useT()
  const { member } = useSession()
  const form = usePostForm(chosen, post)
  const { values, set, errors } = form
  const topics = useRead(contract.routes.topics, { query: { per_page: 100 } })
  const live = post?.status === 'published'
  return (
    <form
      className="mx-auto max-w-[760px] px-4 pt-6 pb-28"
      aria-label={heading}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit(values.later ? 'scheduled' : 'published')
      }}
    >
      <header className="mb-4 flex items-center gap-3">
        <IconButton icon="x" label={t('compose.close')} onClick={form.leave} />
        <h1 className="flex-1 text-17 font-semibold">{heading}</h1>
        <div className="w-56 max-w-[50%]">
          <Field label={t('compose.space')} hideLabel>
            <Select
              value={String(values.spaceId)}
              onChange={(event) => set({ spaceId: Number(event.target.value) })}
              options={writable.map((space) => ({ value: String(space.id), label: `${markText(space.emoji)} ${space.name}`.trim() }))}
            />
          </Field>
        </div>
      </header>
      {form.error && (
        <div className="mb-4">
          <Note tone="danger" title={t('compose.failed')}>
            {form.error.message}
          </Note>
        </div>
      )}
      {form.restored && (
        <div className="mb-4">
          <Note tone="info" title={t('compose.restored')}>
            <Button size="sm" onClick={form.startOver}>
              {t('compose.start_over')}
            </Button>
          </Note>
        </div>
      )}
      <div className="grid gap-4">
        <div className="overflow-hidden rounded-card border border-border bg-surface">
          {values.cover && (
            <div className="relative">
              <Picture src={values.cover.url} ratio={RATIOS.standard} alt="" priority />
              <span className="absolute top-2 right-2 rounded-control bg-surface">
                <IconButton icon="x" label={t('compose.cover_remove')} onClick={() => set({ cover: null })} />
              </span>
            </div>
          )}
          <div className="grid gap-2 px-4 pt-5 pb-3 sm:px-6">
            <Field label={t('compose.name')} hideLabel error={errors['post.name']?.[0]}>
              <Input
                value={values.name}
                maxLength={250}
                placeholder={t('compose.name_placeholder')}
                onChange={(event) => set({ name: event.target.value })}
                className="h-12! border-transparent! bg-transparent! px-0! text-24! font-semibold tracking-[-0.021em] shadow-none!"
                autoFocus={!post}
              />
            </Field>
            <Field label={t('compose.body')} hideLabel error={errors['post.tiptap_body']?.[0]}>
              <Editor
                size="full"
                value={values.doc}
                onChange={(doc) => set({ doc })}
                placeholder={t('compose.body_placeholder', { name: member?.name.split(' ')[0] ?? '' })}
                mentions={form.mentions}
              />
            </Field>
          </div>
        </div>
        <details className="rounded-card border border-border bg-surface">
          <summary className="cursor-pointer px-4 py-3 text-13 font-medium">{t('compose.settings')}</summary>
          <div className="grid gap-4 border-t border-border p-4">
            <FilePicker accept="image/*" label={t('compose.cover')} progress={form.coverProgress} onFile={form.uploadCover} />
            {(topics.data?.records.length ?? 0) > 0 && (
              <fieldset className="grid gap-2">
                <legend className="mb-1 text-13 font-medium">{t('card.topics')}</legend>
                {topics.data!.records.map((topic) => (
                  <Checkbox
                    key={topic.id}
                    label={topic.name}
                    checked={values.topics.includes(topic.id)}
                    onChange={(on) => set({ topics: on ? [...values.topics, topic.id] : values.topics.filter((id) => id !== topic.id) })}
                  />
                ))}
              </fieldset>
            )}
            <Checkbox label={t('compose.comments')} checked={values.comments} onChange={(comments) => set({ comments })} />
            <Checkbox label={t('compose.likes')} checked={values.likes} onChange={(likes) => set({ likes })} />
            <Checkbox label={t('compose.hide_meta')} checked={values.hideMeta} onChange={(hideMeta) => set({ hideMeta })} />
            {!live && (
              <>
                <Checkbox label={t('compose.later')} checked={values.later} onChange={(later) => set({ later })} />
                {values.later && (
                  <Field label={t('compose.when')} error={errors['post.scheduled_at']?.[0]}>
                    <Input
                      type="datetime-local"
                      value={values.when}
                      min={new Date().toISOString().slice(0, 16)}
                      onChange={(event) => set({ when: event.target.value })}
                    />
                  </Field>
                )}
              </>
            )}
          </div>
        </details>
      </div>
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-border bg-surface">
        <div className="mx-auto flex max-w-[760px] items-center gap-2 px-4 py-3">
          <span className="flex-1 truncate text-13 text-text-3" role="status">
            {form.kept ? t('compose.kept') : ''}
          </span>
          {!live && (
            <Button onClick={() => void form.submit('draft')} loading={form.sending === 'draft'} disabled={form.sending !== null}>
              {t('compose.draft')}
            </Button>
          )}
          <Button variant="primary" type="submit" loading={form.sending === 'published' || form.sending === 'scheduled'} disabled={form.sending !== null}>
            {live ? t('compose.save') : values.later ? t('compose.schedule') : t('compose.publish')}
          </Button>
        </div>
      </div>
    </form>
  )
}
