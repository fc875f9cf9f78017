/** The state of the composer: values, the copy on this device, the draft on the server, uploads, sending once. */
import { AtriumError, call, fieldErrors, saveEdit, toast, uploadFile, useBlocker, useDraft, useNavigate, useQueryCache, useRead, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import content from '../../../../content/contract.ts'
import type { SpaceRecord } from '../../../../spaces/contract.ts'
import contract, { MAX_IMAGES, type PostReply } from '../../../contract.ts'
import { docToText, isSameDoc } from '../docText.ts'
import { initialValues, isBlank, type Prefill, type Status, toFields, type Values } from './values.ts'

/** Stillness after which a draft goes to the server (ms). */
const SETTLE = 2_000
type Kept = 'no' | 'device' | 'saving' | 'server'
type Fields = ReturnType<typeof toFields>
type Known = Pick<PostReply, 'id' | 'space_id' | 'slug' | 'status' | 'version'>

/** What the fields are called that two people may have changed at once. */
const LABELS: Partial<Record<keyof Fields, string>> = {
  name: 'compose.name',
  tiptap_body: 'compose.body',
  topics: 'card.topics',
}

/** Where the server names what it refuses. */
const FIELDS: Partial<Record<keyof Values, string>> = {
  name: 'post.name',
  doc: 'post.tiptap_body',
  images: 'post.gallery_attributes',
  cover: 'post.cover_image',
  topics: 'post.topics',
  seo: 'post.meta_title',
}

export interface FormInput {
  space: SpaceRecord
  /** The post that is changed, or the one that is copied. */
  post?: PostReply
  copy: boolean
  manages: boolean
  /** Of the link that led here. */
  prefill: Prefill | null
}

export function usePostForm({ space, post, copy, manages, prefill }: FormInput) {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const [first] = useState(() => initialValues(space, post, copy, prefill ?? undefined))
  const draft = useDraft<Values>(copy ? `post.copy.${post?.id}` : `post.${post?.id ?? (prefill ? 'prefilled' : 'new')}`, first)
  // What an older version has left on the device may lack fields.
  const values = { ...first, ...draft.value }
  const topics = useRead(contract.routes.topics, { query: { per_page: 100, space_id: values.spaceId } }, { keepPrevious: true }).data?.records ?? []
  const [dirty, setDirty] = useState(false)
  const [kept, setKept] = useState<Kept>('no')
  const [sending, setSending] = useState<Status | null>(null)
  /** Why it was refused: in all, and by the fields that are as they were then. */
  const [refusal, setRefusal] = useState<{ message: string; fields: ReturnType<typeof fieldErrors> } | null>(null)
  const [uploading, setUploading] = useState<number | null>(null)
  const [attaching, setAttaching] = useState(false)
  const uploads = attaching || uploading !== null
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [known, setKnown] = useState<Known | null>(post && !copy ? post : null)
  const server = useRef(known)
  /** The fields as the server has had them from here. */
  const base = useRef(toFields(first, manages))
  // The editor and the fields may change between two renders.
  const latest = useRef(values)
  latest.current = values
  // Too long to be sent at all: it stays here until it is shorter.
  const tooLong = useRef(false)
  const live = known?.status === 'published'
  useBlocker(dirty && kept !== 'server' && savedAt === null, t('compose.leave'))
  // Only once the blocker has let go.
  useEffect(() => {
    if (savedAt) navigate(savedAt, { replace: true })
  }, [savedAt, navigate])

  const set = (changes: Partial<Values>) => {
    setDirty(true)
    setKept('device')
    setRefusal((was) => was && without(was.fields, changes))
    latest.current = { ...latest.current, ...changes }
    draft.set(latest.current)
  }

  /** One after another, so that a draft is made once. */
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const send = (status: Status | null): Promise<PostReply> => {
    const next = line.current.catch(() => undefined).then(() => write(status))
    line.current = next
    return next
  }
  async function write(status: Status | null): Promise<PostReply> {
    const now = latest.current
    if (tooLong.current) throw new AtriumError(413, 'payload_too_large', t('compose.too_long'))
    const fields = toFields(now, manages)
    const moment = status === 'scheduled' && now.when ? { scheduled_at: new Date(now.when).toISOString() } : {}
    const before = server.current
    const reply = before
      ? await change(before, fields, {
          ...moment,
          ...(status === null ? { autosave: true } : before.status === 'published' ? {} : { status }),
          ...(now.spaceId === before.space_id ? {} : { space_id: now.spaceId }),
        })
      : await call(contract.routes.create, {
          params: { spaceId: now.spaceId },
          body: { post: { ...fields, ...moment, status: status ?? 'draft', client_id: now.clientId, ...(copy ? { copy_of: post!.id } : {}) } },
        })
    server.current = reply
    base.current = fields
    setKnown(reply)
    return reply
  }

  function change(before: Known, fields: Fields, more: { autosave?: boolean; status?: Status; space_id?: number; scheduled_at?: string }): Promise<PostReply> {
    const params = { spaceId: before.space_id, postSlug: before.slug }
    const save = (some: Partial<Fields>, version: number) => call(contract.routes.update, { params, body: { post: { ...some, ...more, version } } })
    // what keeps itself asks nobody: the copy on this device is the one that counts until somebody saves
    if (more.autosave) return save(fields, before.version)
    return saveEdit<Fields, PostReply>({
      version: before.version,
      base: base.current,
      mine: fields,
      fieldsOf: (record: PostReply) => toFields(initialValues(space, record), manages),
      send: save,
      label: (field) => t(LABELS[field] ?? 'compose.settings'),
      words: (field, value) => {
        if (field === 'tiptap_body') return docToText(value.body)
        if (field === 'topics') return topics.flatMap(({ id, name }) => (value.includes(id) ? name : [])).join(', ')
        return typeof value === 'string' ? value : null
      },
      same: (field, one, other) => (field === 'tiptap_body' ? isSameDoc(one.body, other.body) : JSON.stringify(one) === JSON.stringify(other)),
    })
  }

  // A draft is kept on the server while it is written; what is out, or will come out by itself, only changes when that is asked for.
  const drafting = known === null || known.status === 'draft'
  const signature = JSON.stringify(values)
  useEffect(() => {
    if (!dirty || !drafting || sending || savedAt || isBlank(latest.current)) return
    const timer = setTimeout(async () => {
      setKept('saving')
      // Refused or out of reach: it stays on the device, and the next change tries again.
      const saved = await send(null).then(
        () => true,
        () => false,
      )
      setKept((state) => (state === 'saving' ? (saved ? 'server' : 'device') : state))
    }, SETTLE)
    return () => clearTimeout(timer)
  }, [signature, dirty, drafting, sending, savedAt])

  /** @param fields messages for fields that lack something, by the server's names */
  const submit = async (status: Status, fields?: Record<string, string>) => {
    if (sending || uploads) return
    if (fields) return setRefusal({ message: Object.values(fields)[0]!, fields })
    setSending(status)
    setRefusal(null)
    try {
      const saved = await send(status)
      draft.clear()
      void cache.invalidate(contract)
      toast.success(t(`compose.done_${live ? 'saved' : saved.flagged_for_approval_at ? 'held' : saved.status}`))
      setSavedAt(saved.status === 'published' ? saved.url : `/posts?status=${saved.status}`)
    } catch (thrown) {
      setRefusal({ message: (thrown as Error).message, fields: fieldErrors(thrown) })
      setSending(null)
    }
  }

  const upload = async (file: File) => {
    setUploading(0)
    try {
      const blob = await uploadFile(file, { onProgress: setUploading })
      // The server looked into the file; its name may lie.
      if (!blob.content_type.startsWith('image/')) {
        toast.error(t('compose.no_picture', { name: file.name }))
        return null
      }
      return { signedId: blob.signed_id, url: URL.createObjectURL(file) }
    } catch (thrown) {
      toast.error((thrown as Error).message)
      return null
    } finally {
      setUploading(null)
    }
  }

  return {
    values,
    /** Those that posts in its space are filed under. */
    topics,
    set,
    setDoc(doc: Values['doc'], isTooLong: boolean) {
      tooLong.current = isTooLong
      set({ doc })
    },
    /** The values after the last `set`, which a handler of this rendering does not see in `values`. */
    current: () => latest.current,
    submit,
    sending,
    /** What is sent now would lack a file. */
    uploads,
    setAttaching,
    refusal,
    errors: refusal?.fields ?? {},
    kept: kept === 'device' && !draft.isKept ? 'nowhere' : kept,
    live,
    /** The post as the server knows it; null before its first keeping. */
    known,
    /** What stands here was left unsaved earlier. */
    restored: draft.restored && !dirty && JSON.stringify({ ...values, clientId: '' }) !== JSON.stringify({ ...first, clientId: '' }),
    startOver() {
      latest.current = first
      draft.clear()
    },
    /** Makes the draft at once, for what hangs on it. */
    ensure: async () => server.current?.id ?? (await send(null)).id,
    uploading,
    mentions: (text: string) => call(content.routes.mentions, { query: { text, space_id: latest.current.spaceId } }),
    leave: () => history.back(),
    async uploadCover(file: File) {
      const cover = await upload(file)
      if (cover) set({ cover })
    },
    async uploadImages(files: File[]) {
      for (const file of files.slice(0, MAX_IMAGES - latest.current.images.length)) {
        const image = await upload(file)
        if (image) set({ images: [...latest.current.images, { ...image, caption: '', alt: '' }] })
      }
    },
  }
}
/** What is left of a refusal once these have changed. */
function without(fields: ReturnType<typeof fieldErrors>, changes: Partial<Values>) {
  const mended = Object.keys(changes).map((key) => FIELDS[key as keyof Values])
  const left = Object.entries(fields).filter(([field]) => !mended.includes(field))
  return left.length > 0 ? { message: left[0]![1]!, fields: Object.fromEntries(left) } : null
}
export type PostForm = ReturnType<typeof usePostForm>
