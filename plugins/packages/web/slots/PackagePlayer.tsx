/** A package in its lesson: its parts, the frame that it runs in, and how far one is. */
import { Badge, Button, Card, cx, EmptyState, Icon, Loading, Note, Skeleton, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import type { LessonPlayer } from '../../../courses/contract.ts'
import { useRef, useState } from 'react'
import contract, { type Package, type Registration } from '../../contract.ts'
import { useRuntime } from '../components/useRuntime.ts'
import { ReportedResult } from '../components/ReportedResult.tsx'
import { Statements } from '../components/Statements.tsx'

const { routes } = contract

export default function PackagePlayer({ extra, onCompleted }: LessonPlayer) {
  const t = useT()
  const { member } = useSession()
  const given = extra as Package | undefined
  if (given?.status !== 'ready' || given.items.length === 0) return <EmptyState icon="package" title={t('player.none.title')} text={t('player.none.text')} />
  if (!member) return <Note tone="info">{t('player.sign_in')}</Note>
  return <Opened key={given.id} pack={given} onCompleted={onCompleted} />
}

function Opened({ pack, onCompleted }: { pack: Package; onCompleted: () => void }) {
  const t = useT()
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const query = useRead(routes.registration, { params: { id: pack.id } }, { staleTime: 0 })
  const [opened, setOpened] = useState<{ src: string; item: string; launch: number } | null>(null)
  const [newer, setNewer] = useState<Registration | null>(null)
  const registration = newer ?? query.data ?? null
  const wasDone = useRef(false)
  const arrived = (next: Registration) => {
    setNewer(next)
    if (next.status !== 'completed' || wasDone.current) return
    wasDone.current = true
    onCompleted()
  }
  const launch = useWrite(routes.launch, {
    onSuccess(reply) {
      wasDone.current = registration?.status === 'completed'
      setOpened(reply)
      arrived(reply.registration)
    },
  })
  const { problem, flush } = useRuntime({ packageId: pack.id, frame, onSaved: arrived })
  const start = async (item?: string) => {
    await flush()
    launch.mutate({ params: { id: pack.id }, body: item === undefined ? {} : { item } })
  }
  const statusOf = (id: string) => registration?.items.find((one) => one.id === id)?.status ?? 'not_started'
  if (query.isPending && !query.error)
    return (
      <Loading>
        <Skeleton h={320} />
      </Loading>
    )
  return (
    <section data-package={pack.id} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={registration?.status === 'completed' ? 'success' : 'neutral'} icon={registration?.status === 'completed' ? 'check' : undefined}>
          {t(`status.${registration?.status ?? 'not_started'}`)}
        </Badge>
        {registration && registration.success !== 'unknown' && (
          <Badge tone={registration.success === 'passed' ? 'success' : 'warning'}>{t(`success.${registration.success}`)}</Badge>
        )}
        {registration?.score !== null && registration?.score !== undefined && (
          <span className="text-13 tabular-nums">{t('score', { score: registration.score })}</span>
        )}
        {registration?.reported && <ReportedResult reported={registration.reported} />}
        <span className="ms-auto" />
        {opened && (
          <Button size="sm" icon="maximize-2" onClick={() => void box.current?.requestFullscreen()}>
            {t('player.large')}
          </Button>
        )}
      </div>
      {(launch.error || problem) && <Note tone="danger">{launch.error?.message ?? problem}</Note>}
      <div className={cx('grid gap-3', pack.items.length > 1 && 'desk:grid-cols-[220px_minmax(0,1fr)]')}>
        {pack.items.length > 1 && (
          <Card as="nav" aria-label={t('player.parts')} className="self-start overflow-hidden">
            <ul>
              {pack.items.map((item) => (
                <li key={item.id}>
                  <button
                    type="button"
                    aria-current={opened?.item === item.id || undefined}
                    onClick={() => void start(item.id)}
                    style={{ paddingInlineStart: `${12 + item.depth * 12}px` }}
                    className={cx(
                      'flex min-h-11 w-full items-center gap-2 py-2 pe-3 text-start text-13 hover:bg-hover',
                      opened?.item === item.id && 'bg-hover font-medium',
                    )}
                  >
                    <Icon name={statusOf(item.id) === 'completed' ? 'circle-check' : 'circle'} size="sm" label={t(`status.${statusOf(item.id)}`)} />
                    <span className="min-w-0 flex-1 break-words">{item.title}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <div ref={box} className="relative overflow-hidden rounded-card border border-border bg-surface">
          {opened ? (
            <iframe
              key={opened.launch}
              ref={frame}
              title={pack.title}
              src={opened.src}
              sandbox="allow-scripts allow-forms allow-modals"
              allow="fullscreen; autoplay"
              referrerPolicy="no-referrer"
              className="block h-[70vh] min-h-[420px] w-full bg-white [:fullscreen>&]:h-full"
            />
          ) : (
            <div className="grid h-[320px] place-items-center p-6 text-center">
              <div className="grid justify-items-center gap-3">
                <Icon name="package" size="lg" className="text-text-3" />
                <p className="font-medium">{pack.title}</p>
                <Button variant="primary" icon="play" loading={launch.isPending} onClick={() => void start()}>
                  {t(registration && registration.status !== 'not_started' ? 'player.resume' : 'player.begin')}
                </Button>
              </div>
            </div>
          )}
        </div>
      </div>
      {pack.counts_programs && <Statements packageId={pack.id} />}
    </section>
  )
}
