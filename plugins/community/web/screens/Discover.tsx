/** Public communities of this platform: found by words and category, joined in a press. */
import {
  Avatar,
  Badge,
  Button,
  Card,
  Checkbox,
  Chip,
  Dialog,
  EmptyState,
  Failure,
  LinkButton,
  Loading,
  LoadMore,
  PageHeader,
  Screen,
  SearchField,
  Skeleton,
  toast,
  useReadPages,
  useSession,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { CATEGORIES, type Found } from '../../contract.ts'

export default function Discover() {
  const t = useT()
  const { member } = useSession()
  const [text, setText] = useState('')
  const [category, setCategory] = useState<(typeof CATEGORIES)[number] | null>(null)
  const search_text = useSettled(text.trim()) || undefined
  const query = useReadPages(contract.routes.discover, { query: { search_text, ...(category ? { category } : {}), per_page: 24 } }, { keepPrevious: true })
  const found = (query.data?.pages ?? []).flatMap((page) => (page as { records: Found[] }).records)
  const [asked, setAsked] = useState<Found | null>(null)
  return (
    <Screen name="community/Discover" title={t('discover.title')} layout="wide">
      <PageHeader
        title={t('discover.title')}
        text={t('discover.text')}
        actions={
          member?.isAdmin ? (
            <LinkButton to="/settings/discover" icon="settings">
              {t('discover.list')}
            </LinkButton>
          ) : undefined
        }
      />
      <div className="mb-5 grid gap-3">
        <SearchField value={text} onChange={setText} label={t('discover.search')} placeholder={t('discover.search')} className="max-w-[420px]" />
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{t('discover.category')}</legend>
          <Chip pressed={category === null} onClick={() => setCategory(null)}>
            {t('category.all')}
          </Chip>
          {CATEGORIES.map((key) => (
            <Chip key={key} pressed={category === key} onClick={() => setCategory(category === key ? null : key)}>
              {t(`category.${key}`)}
            </Chip>
          ))}
        </fieldset>
      </div>
      {query.isPending ? (
        <Loading>
          <div className="grid gap-4 sm:grid-cols-2 wide:grid-cols-3">
            {[0, 1, 2].map((n) => (
              <Skeleton key={n} w="100%" h={196} />
            ))}
          </div>
        </Loading>
      ) : query.isError ? (
        <Failure error={query.error} onRetry={() => query.refetch()} />
      ) : found.length === 0 ? (
        <EmptyState
          icon="compass"
          title={t(search_text || category ? 'discover.none' : 'discover.empty')}
          text={t(search_text || category ? 'discover.none_text' : 'discover.empty_text')}
        />
      ) : (
        <>
          <ul className="grid gap-4 sm:grid-cols-2 wide:grid-cols-3">
            {found.map((one) => (
              <li key={one.id}>
                <FoundCard found={one} onConsent={() => setAsked(one)} />
              </li>
            ))}
          </ul>
          <LoadMore query={query} />
        </>
      )}
      {asked && <Consent found={asked} onClose={() => setAsked(null)} />}
    </Screen>
  )
}

function useJoin() {
  const join = useWrite(contract.routes.join)
  const [leaving, setLeaving] = useState(false)
  return {
    busy: join.isPending || leaving,
    go: (id: number, consent: boolean) =>
      join.mutateAsync({ params: { id }, body: { consent } }).then(
        ({ url }) => {
          setLeaving(true)
          location.assign(url)
        },
        (error) => toast.error(error.message),
      ),
  }
}

function FoundCard({ found, onConsent }: { found: Found; onConsent: () => void }) {
  const t = useT()
  const { account, viewOnly } = useSession()
  const { go, busy } = useJoin()
  const open = found.is_open || found.is_member
  return (
    <Card pad className="flex h-full flex-col gap-3">
      <div className="flex items-center gap-3">
        <Avatar square size={48} name={found.name} id={found.id} src={found.icon_url} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-17">{found.name}</h2>
          <p className="text-13 text-text-3">
            {t(`category.${found.category}`)} · {t('discover.members', { count: found.members_count })}
          </p>
        </div>
      </div>
      <p className="line-clamp-3 text-text-2">{found.description || t('discover.no_words')}</p>
      <div className="mt-auto flex items-center gap-2 pt-1">
        {found.is_here ? (
          <Badge tone="brand">{t('discover.here')}</Badge>
        ) : !account ? (
          <a href={open ? `${found.url}/user/sign_up` : found.url} className="link text-13 font-medium">
            {t(open ? 'discover.sign_up' : 'discover.visit')}
          </a>
        ) : open ? (
          <Button
            variant={found.is_member ? 'default' : 'primary'}
            loading={busy}
            disabled={viewOnly}
            onClick={() => (found.consent_required && !found.is_member ? onConsent() : void go(found.id, false))}
          >
            {t(found.is_member ? 'discover.open' : 'discover.join')}
          </Button>
        ) : (
          <Badge tone="line" icon="lock">
            {t('discover.invitation')}
          </Badge>
        )}
      </div>
    </Card>
  )
}

function Consent({ found, onClose }: { found: Found; onClose: () => void }) {
  const t = useT()
  const [agreed, setAgreed] = useState(false)
  const { go, busy } = useJoin()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('discover.join_name', { name: found.name })}
      footer={
        <Button variant="primary" disabled={!agreed} loading={busy} onClick={() => void go(found.id, true)}>
          {t('discover.join')}
        </Button>
      }
    >
      <p className="mb-3 text-text-2">
        {t('discover.consent_text')}{' '}
        <a className="link" href={`${found.url}/legal/terms`} target="_blank" rel="noopener">
          {t('discover.read')}
        </a>
      </p>
      <Checkbox checked={agreed} onChange={setAgreed} label={t('discover.agree')} />
    </Dialog>
  )
}
