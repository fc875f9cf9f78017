/** The state of the composer: values, the local draft, upload of the cover, sending once. */
import { AtriumError } from '@atrium/sdk'
import { call, toast, uploadFile, useBlocker, useDraft, useNavigate, useQueryCache, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import content from '../../../content/contract.ts'
import type { SpaceRecord } from '../../../spaces/contract.ts'
import contract, { type PostReply } from '../../contract.ts'

type Status = 'draft' | 'scheduled' | 'published'

const EMPTY = { type: 'doc' as const, content: [{ type: 'paragraph' }] }

function initial(space: SpaceRecord, post?: PostReply) {
  return {
    spaceId: post?.space_id ?? space.id,
    name: post?.name ?? '',
    doc: (post?.tiptap_body.body ?? EMPTY) as PostReply['tiptap_body']['body'],
    cover: post?.cover_image && post.cover_image_url ? { signedId: post.cover_image, url: post.cover_image_url } : null,
    topics: post?.topics.map((topic) => topic.id) ?? [],
    comments: post?.is_comments_enabled ?? true,
    likes: post?.is_liking_enabled ?? true,
    hideMeta: post?.hide_meta_info ?? false,
    later: post?.status === 'scheduled',
    when: post?.scheduled_at?.slice(0, 16) ?? '',
  }
}

export function usePostForm(space: SpaceRecord, post?: PostReply) {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const draft = useDraft(`post.${post?.id ?? 'new'}`, initial(space, post))
  const values = draft.value
  const [dirty, setDirty] = useState(false)
  const [sending, setSending] = useState<Status | null>(null)
  const [error, setError] = useState<AtriumError | null>(null)
  const [coverProgress, setCoverProgress] = useState<number>()
  const clientId = useRef(crypto.randomUUID())
  const [savedAt, setSavedAt] = useState<string | null>(null)
  // The editor and the fields may change between two renders.
  const latest = useRef(values)
  latest.current = values
  useBlocker(dirty && savedAt === null, t('compose.leave'))
  // Only once the blocker has let go.
  useEffect(() => {
    if (savedAt) navigate(savedAt, { replace: true })
  }, [savedAt, navigate])

  const set = (changes: Partial<typeof values>) => {
    setDirty(true)
    latest.current = { ...latest.current, ...changes }
    draft.set(latest.current)
  }

  const submit = async (status: Status) => {
    if (sending) return
    setSending(status)
    setError(null)
    const body = {
      name: values.name.trim(),
      tiptap_body: { body: values.doc },
      cover_image: values.cover?.signedId ?? null,
      topics: values.topics,
      is_comments_enabled: values.comments,
      is_liking_enabled: values.likes,
      hide_meta_info: values.hideMeta,
      ...(status === 'scheduled' && values.when ? { scheduled_at: new Date(values.when).toISOString() } : {}),
    }
    try {
      const saved = post
        ? await call(contract.routes.update, {
            params: { spaceId: post.space_id, postSlug: post.slug },
            body: {
              post: { ...body, ...(post.status === 'published' ? {} : { status }), ...(values.spaceId !== post.space_id ? { space_id: values.spaceId } : {}) },
            },
          })
        : await call(contract.routes.create, { params: { spaceId: values.spaceId }, body: { post: { ...body, status, client_id: clientId.current } } })
      draft.clear()
      cache.invalidate(contract)
      toast.success(t(`compose.done_${post?.status === 'published' ? 'saved' : saved.status}`))
      setSavedAt(saved.url)
    } catch (thrown) {
      setError(thrown instanceof AtriumError ? thrown : new AtriumError(0, 'network', String(thrown)))
      setSending(null)
    }
  }

  return {
    values,
    set,
    submit,
    sending,
    error,
    errors: (error?.status === 422 && error.details && typeof error.details === 'object' ? error.details : {}) as Record<string, string[]>,
    kept: dirty,
    /** What stands here was left unsaved earlier. */
    restored: draft.restored && !dirty,
    startOver() {
      latest.current = initial(space, post)
      draft.set(latest.current)
      draft.clear()
    },
    coverProgress,
    mentions: (text: string) => call(content.routes.mentions, { query: { text } }),
    leave: () => history.back(),
    async uploadCover(file: File) {
      setCoverProgress(0)
      try {
        const blob = await uploadFile(file, { onProgress: setCoverProgress })
        set({ cover: { signedId: blob.signed_id, url: URL.createObjectURL(file) } })
      } catch (thrown) {
        toast.error((thrown as Error).message)
      } finally {
        setCoverProgress(undefined)
      }
    },
  }
}
