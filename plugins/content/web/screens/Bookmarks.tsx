/** What the reader has saved: one list for every kind. */
import {
  Avatar,
  Button,
  Card,
  EmptyState,
  Failure,
  Icon,
  IconButton,
  IconMark,
  Link,
  Loading,
  LoadMore,
  PageHeader,
  Screen,
  Segment,
  Skeleton,
  Textarea,
  Time,
  toast,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Bookmark } from '../../contract.ts'

const { routes } = contract
const ALL = 'all'
interface Kind {
  kind: string
  name: string
  icon: string
}

function Item({ item, kind }: { item: Bookmark; kind?: Kind }) {
  const t = useT()
  const failed = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }
  const again = useWrite(routes.createBookmark, failed)
  const remove = useWrite(routes.destroyBookmark, {
    ...failed,
    onSuccess: () => {
      if (item.is_deleted) return toast.success(t('bookmarks.removed'))
      toast.undo(t('bookmarks.removed'), {
        onUndo: () => again.mutate({ body: { record_id: item.record_id, bookmark_type: item.bookmark_type, note: item.note } }),
      })
    },
  })
  const record = item.bookmark_record
  return (
    <Card as="li" pad className="flex gap-3">
      <div className="min-w-0 flex-1">
        {record ? (
          <>
            <p className="flex flex-wrap items-center gap-2 text-12 text-text-3">
              {kind && <Icon name={kind.icon as 'bookmark'} size="sm" label={kind.name} />}
              {record.space && (
                <Link to={`/c/${record.space.slug}`} className="hover:text-text">
                  <IconMark value={record.space.emoji} className="w-4 align-middle" /> {record.space.name}
                </Link>
              )}
            </p>
            <h2 className="mt-1.5 text-17">
              <Link to={record.url} className="hover:underline">
                {record.name}
              </Link>
            </h2>
            {record.body && <p className="mt-1 line-clamp-2 text-text-2">{record.body}</p>}
            {record.author && (
              <p className="mt-2 flex items-center gap-2 text-13 text-text-2">
                <Avatar id={record.author.community_member_id} name={record.author.name} src={record.author.avatar_url} size={20} />
                {record.author.name} · <Time value={record.created_at} />
              </p>
            )}
          </>
        ) : (
          <p className="text-text-3">{t('bookmarks.gone')}</p>
        )}
        <NoteOf item={item} />
        <p className="mt-2 text-12 text-text-3">
          {t('bookmarks.saved')} <Time within value={item.created_at} />
        </p>
      </div>
      <IconButton icon="bookmark" label={t('unsave')} loading={remove.isPending} onClick={() => remove.mutate({ params: { id: item.id } })} />
    </Card>
  )
}

/** Why one has saved it, in one's own words. */
function NoteOf({ item }: { item: Bookmark }) {
  const t = useT()
  const [text, setText] = useState<string | null>(null)
  const save = useWrite(routes.updateBookmark, {
    invalidates: [routes.bookmarks],
    onSuccess: () => setText(null),
    onError: (error) => toast.error(error.message),
  })
  const send = () => !save.isPending && save.mutate({ params: { id: item.id }, body: { note: text?.trim() || null } })
  if (text === null)
    return (
      <div className="mt-2 flex items-center gap-1">
        {item.note && <p className="min-w-0 border-s-2 ps-3 text-13 break-words text-text-2">{item.note}</p>}
        <Button size="sm" variant="ghost" icon="pencil" onClick={() => setText(item.note ?? '')}>
          {t(item.note ? 'note.edit' : 'note.add')}
        </Button>
      </div>
    )
  return (
    <div className="mt-2 grid gap-2">
      <Textarea aria-label={t('note.label')} value={text} maxLength={500} rows={2} autoFocus onChange={(event) => setText(event.target.value)} />
      <div className="flex gap-2">
        <Button size="sm" variant="primary" loading={save.isPending} onClick={send}>
          {t('note.save')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setText(null)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}

export default function Bookmarks() {
  const t = useT()
  const [kind, setKind] = useState(ALL)
  const query = useReadPages(routes.bookmarks, kind === ALL ? {} : { query: { bookmark_type: kind } }, { keepPrevious: true })
  const items = query.data?.pages.flatMap((page) => page.records) ?? []
  const kinds = query.data?.pages[0]?.kinds ?? []
  return (
    <Screen name="content/Bookmarks" title={t('nav.bookmarks')}>
      <PageHeader title={t('nav.bookmarks')} text={t('bookmarks.text')} />
      <Segment
        label={t('bookmarks.filter')}
        value={kind}
        onChange={setKind}
        items={[{ value: ALL, label: t('bookmarks.all') }, ...kinds.map(({ kind, name }) => ({ value: kind, label: name }))]}
        className="mb-4"
      />
      {query.error && !query.data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading>
          <div className="grid gap-3">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} w="100%" h={132} />
            ))}
          </div>
        </Loading>
      ) : items.length === 0 ? (
        <EmptyState icon="bookmark" title={t('bookmarks.none')} text={t('bookmarks.noneText')} />
      ) : (
        <ul className="grid gap-3">
          {items.map((item) => (
            <Item key={item.id} item={item} kind={kinds.find((one) => one.kind === item.bookmark_type)} />
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </Screen>
  )
}
