/** By which a server of one's own may say for whom it wants a member's token. */
import { Card, CardHead, Checkbox, Query, Skeleton, toast, useRead, useWrite } from '@atrium/sdk/web'
import contract, { IDENTIFIERS } from '../../contract.ts'
import { useWords } from './words.ts'

const { routes } = contract

export function SignIn() {
  const { t } = useWords()
  const query = useRead(routes.authProvider)
  const write = useWrite(routes.updateAuthProvider, { invalidates: [routes.authProvider], onError: (error) => toast.error(error.message) })
  return (
    <Card>
      <CardHead title={t('signin')} text={t('signin.text')} />
      <Query query={query} skeleton={<Skeleton w="100%" h={90} />}>
        {({ identifiers }) => (
          <div className="flex flex-wrap gap-x-8 gap-y-3 p-5">
            {IDENTIFIERS.map((one) => (
              <Checkbox
                key={one}
                label={t(`signin.${one}`)}
                checked={identifiers.includes(one)}
                disabled={write.isPending || (identifiers.length === 1 && identifiers.includes(one))}
                onChange={(checked) =>
                  write.mutate({ body: { identifiers: IDENTIFIERS.filter((other) => (other === one ? checked : identifiers.includes(other))) } })
                }
              />
            ))}
          </div>
        )}
      </Query>
    </Card>
  )
}
