/** Says to anybody who holds the code that a certificate is true, and shows it as it was given: who finished what, when, and where. */
import {
  Badge,
  Button,
  ErrorState,
  formatTime,
  LinkButton,
  PageHeader,
  Query,
  Screen,
  Skeleton,
  useParams,
  useRead,
  useSession,
  useT,
  useShare,
} from '@atrium/sdk/web'
import contract, { type Certified } from '../../contract.ts'

export default function Certificate() {
  const t = useT()
  const { code } = useParams<{ code: string }>()
  const query = useRead(contract.routes.certified, { params: { code } })
  return (
    <Screen name="courses/Certificate" title={query.data ? t('verify.title', { name: query.data.name }) : t('verify.heading')} layout="wide">
      {query.error ? (
        <ErrorState error={query.error} title={t('verify.unknown')} onRetry={() => void query.refetch()} />
      ) : (
        <Query query={query} skeleton={<Skeleton h={520} className="mx-auto max-w-[1080px]" />}>
          {(shown: Certified) => <Shown certificate={shown} />}
        </Query>
      )}
    </Screen>
  )
}

function Shown({ certificate }: { certificate: Certified }) {
  const t = useT()
  const { name, course, issued_at, url, pdf_url } = certificate
  const share = useShare()
  return (
    <div className="mx-auto w-full max-w-[1080px]">
      <PageHeader
        title={t('verify.title', { name })}
        text={t('verify.finished', { course, date: formatTime(issued_at, { kind: 'date' }) })}
        actions={
          <>
            <Button icon="share-2" onClick={() => void share({ title: t('verify.title', { name }), url })}>
              {t('verify.share')}
            </Button>
            <LinkButton variant="primary" icon="download" to={pdf_url} target="_blank">
              {t('verify.pdf')}
            </LinkButton>
          </>
        }
      />
      <Badge tone="success" icon="badge-check" className="mb-3">
        {t('verify.valid')}
      </Badge>
      <div className="@container rounded-sheet bg-hover p-7 max-desk:-mx-3 max-desk:rounded-none max-desk:px-3 max-desk:py-4">
        <Paper certificate={certificate} />
      </div>
    </div>
  )
}

/** Landscape A4; all in it goes by its width. Paper is light in any appearance. */
function Paper({ certificate }: { certificate: Certified }) {
  const t = useT()
  const { branding } = useSession().community
  const { code, name, course, community, title, text, signer, signer_title, issued_at, url, qr } = certificate
  const logo = branding.logo_url ?? branding.icon_url
  return (
    <article
      data-appearance="light"
      className="relative mx-auto grid aspect-[297/210] w-full max-w-[860px] grid-rows-[auto_1fr_auto] bg-surface px-[7%] py-[6.6%] text-[clamp(5px,1.7cqw,15px)] leading-[1.45] text-text shadow-float"
    >
      <span aria-hidden="true" className="pointer-events-none absolute inset-[3%] border border-brand/50" />
      <header className="flex items-center gap-[0.8em]">
        {logo && <img src={logo} alt="" className="h-[2.9em] max-w-[12em] object-contain" />}
        <span className="text-[1.5em] font-bold tracking-[-0.03em]">{community}</span>
        <span className="ms-auto text-[0.85em] text-text-2 tabular-nums">
          {t('verify.code')} {code}
        </span>
      </header>
      <div className="self-center">
        <p className="font-medium text-link">{title ?? t('certificate.title')}</p>
        <p className="mt-[0.1em] mb-[0.22em] text-[3.9em] leading-[1.12] font-semibold tracking-[-0.035em] wrap-anywhere">{name}</p>
        <p className="max-w-[34em] text-[1.28em] text-text-2">
          {text ?? t('certificate.text')} <b className="font-semibold text-text">{course}</b>
        </p>
      </div>
      <footer className="flex items-end gap-[2.5em]">
        {signer && (
          <span className="min-w-0 flex-1">
            <span className="block border-t border-strong pt-[0.5em] font-semibold">{signer}</span>
            <span className="block text-[0.9em] text-text-2">{signer_title}</span>
          </span>
        )}
        <span className="min-w-0 flex-1">
          <span className="block border-t border-strong pt-[0.5em] font-semibold">{formatTime(issued_at, { kind: 'date' })}</span>
          <span className="block text-[0.9em] text-text-2">{community}</span>
        </span>
        <span className="grid justify-items-center gap-[0.4em] text-center text-[0.78em] text-text-2">
          <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('verify.qr')} className="size-[7.4em] fill-text" shapeRendering="crispEdges">
            <path d={qr.path} />
          </svg>
          {new URL(url).host}
        </span>
      </footer>
    </article>
  )
}
