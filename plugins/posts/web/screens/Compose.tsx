/** Writing a post: a new one, a copy, or the edit of one that is there. */
import {
  Button,
  Editor,
  type EditorHandle,
  ErrorState,
  Field,
  formatTime,
  IconButton,
  Input,
  LinkButton,
  markText,
  Note,
  Picture,
  Query,
  RATIOS,
  Screen,
  Segment,
  Select,
  Skeleton,
  Slot,
  useLocation,
  useParams,
  useQueryCache,
  useRead,
  useSearch,
  useSession,
  useT,
} from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import spaces, { type SpaceRecord } from '../../../spaces/contract.ts'
import contract, { MAX_TEXT, type PostReply } from '../../contract.ts'
import { GalleryEditor } from '../components/compose/GalleryEditor.tsx'
import { takeOver } from '../components/compose/handOver.ts'
import { Nowhere } from '../components/compose/Nowhere.tsx'
import { PostSettings } from '../components/compose/PostSettings.tsx'
import { PublishButton } from '../components/compose/PublishButton.tsx'
import { useLastSpace } from '../components/compose/useLastSpace.ts'
import { usePostForm } from '../components/compose/usePostForm.ts'
import { saysNothing } from '../components/compose/values.ts'
import { Where } from '../components/compose/Where.tsx'
import { rulesFor } from '../components/rulesFor.ts'

/** In an address: whichever space the writer chooses. */
const NO_SPACE = '-'

export default function Compose() {
  const t = useT()
  const { space, slug } = useParams<{ space: string; slug?: string }>()
  const copy = useLocation().endsWith('/new_duplicate')
  // Asked anew: a newcomer is let into spaces while their first page loads.
  const list = useRead(spaces.routes.list, { query: { include_sidebar: true } }, { staleTime: 0 })
  const last = useLastSpace(slug === undefined && space === NO_SPACE)
  // Once read, the form is the truth: a newer reply would change the words under the writer's hands, and publishing may change the address.
  const [isRead, setRead] = useState(false)
  const existing = useRead(
    contract.routes.show,
    { params: { spaceId: space, postSlug: slug ?? '-' } },
    { enabled: slug !== undefined && !isRead, staleTime: 0 },
  )
  if (existing.isSuccess && !existing.isFetching && !isRead) setRead(true)
  const title = t(copy ? 'compose.copy_title' : slug ? 'compose.edit_title' : 'compose.title')
  const refused = existing.data && !(copy ? existing.data.policies.can_duplicate_post : existing.data.policies.can_update_post)
  return (
    <Screen name="posts/Compose" title={title} layout="focus">
      <Query query={list} skeleton={<Skeleton w="100%" h={360} />}>
        {({ records }) => {
          if (slug && existing.isError) return <ErrorState error={existing.error} onRetry={() => existing.refetch()} />
          if (slug && !existing.data) return <Skeleton w="100%" h={360} />
          const writable = records.filter((item: SpaceRecord) => item.policies.can_create_post || item.id === (!copy && existing.data?.space_id))
          if (refused)
            return (
              <Note tone="info" title={t('compose.refused_title')} className="m-4">
                {t('compose.refused_text')}
              </Note>
            )
          if (writable.length === 0) return list.isFetching ? <Skeleton w="100%" h={360} /> : <Nowhere records={records} />
          if (last.isPending) return <Skeleton w="100%" h={360} />
          const named = writable.find((item: SpaceRecord) => (space === NO_SPACE ? item.id === last.id : item.slug === space))
          const asked = records.find((item: SpaceRecord) => item.slug === space)
          const only = writable.length === 1 && !asked ? writable[0] : undefined
          const chosen = named ?? only ?? (slug ? writable[0] : undefined)
          // asked anew: who has joined just now may write as soon as the list says so
          if (!chosen) return list.isFetching ? <Skeleton w="100%" h={360} /> : <Where writable={writable} asked={asked} />
          return (
            <Form
              key={existing.data?.id ?? 'new'}
              heading={title}
              writable={writable}
              chosen={chosen}
              isAsked={space === chosen.slug}
              post={existing.data}
              copy={copy}
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
  /** The address names it: it counts more than the space of words that are kept on this device. */
  isAsked: boolean
  post?: PostReply
  copy: boolean
}

function Form({ heading, writable, chosen, isAsked, post: given, copy }: FormProps) {
  const t = useT()
  const cache = useQueryCache()
  const { member, community, can } = useSession()
  const [post] = useState(given)
  const search = useSearch()
  // read once: what is written here does not change with the address
  const [prefill] = useState(() =>
    !given && ['title', 'text', 'ask'].some((key) => search.has(key)) ? { title: search.get('title') ?? '', text: search.get('text') ?? '' } : null,
  )
  // what the link asks stands above the text and never in it, so that no unanswered question is published
  const [questions] = useState(() => (given ? [] : (search.get('ask') ?? '').split('\n').filter(Boolean)))
  const form = usePostForm({ space: chosen, post, copy, prefill, manages: can('posts.manage') || chosen.policies.can_manage_space })
  const { values, set, errors, refusal, live, known } = form
  const body = useRef<EditorHandle>(null)
  const { uploadImages } = form
  useEffect(() => {
    const files = takeOver()
    if (files.length === 0) return
    set({ type: 'image' })
    void uploadImages(files)
  }, [])
  useEffect(() => {
    if (!given && isAsked && values.spaceId !== chosen.id) set({ spaceId: chosen.id })
  }, [])
  const frame = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusal) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])
  const space = writable.find((item) => item.id === values.spaceId) ?? chosen
  const manages = can('posts.manage') || space.policies.can_manage_space
  const rules = rulesFor(space, community.settings, member?.isModerator === true || manages)
  const comesOut = values.later && !live && values.when && t('compose.comes_out', { when: formatTime(values.when, { kind: 'datetime', within: true }) })
  const publish = () => {
    const now = form.current()
    const lacking = {
      ...(rules.topicNeeded && now.topics.length === 0 ? { 'post.topics': t('compose.topic_missing') } : {}),
      ...(questions.length > 0 && saysNothing(now) ? { 'post.tiptap_body': t('compose.answer_missing') } : {}),
    }
    void form.submit(now.later ? 'scheduled' : 'published', Object.keys(lacking).length > 0 ? lacking : undefined)
  }
  return (
    <form
      ref={frame}
      className="mx-auto flex min-h-full max-w-[760px] flex-col px-4 pt-6"
      aria-label={heading}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return
        event.preventDefault()
        publish()
      }}
    >
      <header className="mb-4 flex items-center gap-3">
        <IconButton icon="x" label={t('compose.close')} onClick={form.leave} />
        <h1 className="flex-1 truncate text-17 font-semibold">{heading}</h1>
        <Drafts except={known?.id} />
        <div className="w-56 max-desk:w-40">
          <Field label={t('compose.space')} hideLabel>
            <Select
              value={String(values.spaceId)}
              onChange={(event) => set({ spaceId: Number(event.target.value) })}
              options={writable.map((item) => ({ value: String(item.id), label: `${markText(item.emoji)} ${item.name}`.trim() }))}
            />
          </Field>
        </div>
      </header>
      {refusal && !isToldInPlace(refusal.fields) && (
        <div className="mb-4" role="alert">
          <Note tone="danger" title={t('compose.failed')}>
            {refusal.message}
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
      <div className="grid gap-4 pb-6">
        {!live && (
          <Segment
            label={t('compose.type')}
            value={values.type}
            onChange={(type) => set({ type })}
            items={[
              { value: 'basic', label: t('compose.type_basic'), icon: 'text' },
              { value: 'image', label: t('compose.type_image'), icon: 'images' },
            ]}
            className="justify-self-start"
          />
        )}
        <div className="overflow-hidden rounded-card border border-border bg-surface">
          {values.cover && (
            <div className="relative">
              <Picture src={values.cover.url} ratio={RATIOS.standard} alt="" priority />
              <span className="absolute top-2 end-2 rounded-control bg-surface">
                <IconButton icon="x" label={t('compose.cover_remove')} onClick={() => set({ cover: null })} />
              </span>
            </div>
          )}
          {values.type === 'image' && <GalleryEditor form={form} />}
          <div className="grid gap-2 px-4 pt-5 pb-3 sm:px-6">
            <Field label={t('compose.name')} hideLabel error={errors['post.name']}>
              <Input
                value={values.name}
                maxLength={250}
                placeholder={t(values.type === 'image' ? 'compose.name_optional' : 'compose.name_placeholder')}
                onChange={(event) => set({ name: event.target.value })}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.metaKey || event.ctrlKey || event.nativeEvent.isComposing) return
                  event.preventDefault()
                  body.current?.focus()
                }}
                className="h-12! border-transparent! bg-transparent! px-0! text-24! font-semibold tracking-[-0.021em] shadow-none!"
                autoFocus={!post}
              />
            </Field>
            {questions.length > 0 && (
              <ul className="grid gap-1 border-s-2 border-border ps-3 text-15 text-text-2">
                {questions.map((question) => (
                  <li key={question}>{question}</li>
                ))}
              </ul>
            )}
            <Field label={t('compose.body')} hideLabel error={errors['post.tiptap_body']}>
              <Editor
                ref={body}
                size="full"
                value={values.doc}
                onChange={(doc, { tooLong }) => form.setDoc(doc, tooLong)}
                maxLength={MAX_TEXT}
                placeholder={t('compose.body_placeholder', { name: member?.name.split(' ')[0] ?? '' })}
                mentions={form.mentions}
                onBusy={form.setAttaching}
                onSubmit={publish}
              />
            </Field>
          </div>
        </div>
        <Slot
          of={contract.slots['composer.tools']}
          props={{ kind: 'post', id: known?.id ?? null, ensure: form.ensure, onChange: () => void cache.invalidate(contract) }}
        />
        <PostSettings form={form} manages={manages} rules={rules} />
      </div>
      <div data-foot="" className="sticky bottom-(--bottom-h) z-20 -mx-4 mt-auto border-t border-border bg-bg px-4 py-3">
        <div className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-13 text-text-3" role="status">
            {comesOut}
            {comesOut && form.kept !== 'no' && ' · '}
            {form.kept === 'device' && <span className="desk:hidden">{t('compose.kept_device_short')}</span>}
            {form.kept !== 'no' && <span className={form.kept === 'device' ? 'max-desk:hidden' : undefined}>{t(`compose.kept_${form.kept}`)}</span>}
          </span>
          {!live && (
            <Button onClick={() => void form.submit('draft')} loading={form.sending === 'draft'} disabled={form.sending !== null || form.uploads}>
              {t('compose.draft')}
            </Button>
          )}
          <PublishButton form={form} onPublish={publish} />
        </div>
      </div>
    </form>
  )
}

/** Fields that say beside themselves what they lack; trying again helps none of them. */
const IN_PLACE = ['post.name', 'post.tiptap_body', 'post.topics']
const isToldInPlace = (fields: object): boolean => {
  const names = Object.keys(fields)
  return names.length > 0 && names.every((name) => IN_PLACE.includes(name))
}

/** The way to what one has begun and not published. */
function Drafts({ except }: { except: number | undefined }) {
  const t = useT()
  const { data } = useRead(contract.routes.mine, { query: { status: 'draft' } })
  const count = (data?.count ?? 0) - (data?.records.some(({ id }) => id === except) ? 1 : 0)
  if (count <= 0) return null
  return (
    <LinkButton to="/posts?status=draft" variant="ghost" icon="file-text" aria-label={t('compose.drafts', { count })}>
      <span className="max-desk:hidden">{t('compose.drafts', { count })}</span>
      <span className="desk:hidden">{count}</span>
    </LinkButton>
  )
}
