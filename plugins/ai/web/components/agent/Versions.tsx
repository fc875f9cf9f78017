/** Earlier versions of an agent, each of which can be the present one again. */
import { Button, Drawer, LoadMore, Query, Skeleton, Time, useAskedWrite, useReadPages, useT } from '@atrium/sdk/web'
import contract, { type Agent } from '../../../contract.ts'

const { routes } = contract

export function Versions({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const t = useT()
  const query = useReadPages(routes.versions, { params: { id: agent.id } })
  const restore = useAskedWrite(routes.restoreVersion, [contract])
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={t('versions.title')} flush>
      <Query query={query} skeleton={<Skeleton w="100%" h={240} />}>
        {({ pages }) => (
          <>
            <ul className="divide-y divide-border">
              {pages
                .flatMap(({ records }) => records)
                .map(({ id, number, author, created_at }) => (
                  <li key={id} className="flex items-center gap-3 px-4 py-3 desk:px-5">
                    <span className="min-w-0 flex-1">
                      <span className="block font-medium">{t('versions.one', { number })}</span>
                      <span className="block text-13 text-text-3">
                        {author?.name} <Time value={created_at} />
                      </span>
                    </span>
                    {number === agent.version ? (
                      <span className="text-13 text-text-3">{t('versions.current')}</span>
                    ) : (
                      <Button
                        onClick={() =>
                          void restore(
                            { params: { id: agent.id, number } },
                            {
                              title: t('versions.restore_title', { number }),
                              text: t('versions.restore_text'),
                              action: t('versions.restore'),
                              tone: 'primary',
                            },
                            t('versions.restored'),
                          )
                        }
                      >
                        {t('versions.restore')}
                      </Button>
                    )}
                  </li>
                ))}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </Query>
    </Drawer>
  )
}
