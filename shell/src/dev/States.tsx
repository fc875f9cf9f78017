/** The faces of a screen other than its happy one, on the page of the kit. */
import { AtriumError, Button, Card, EmptyState, ErrorState, Loading, NotAllowed, Offline, PlanTooLow, Skeleton, SkeletonText } from '@atrium/sdk/web'
import { Part } from './Part.tsx'

const failed = new AtriumError(500, 'internal_error', 'The post is fine, only the comments are missing. Your draft is kept on this device.')

export const States = () => (
  <Part title="States">
    <div className="grid gap-5 desk:grid-cols-3">
      <Loading>
        <Card pad className="h-full">
          <div className="flex items-center gap-3">
            <Skeleton w={38} h={38} round />
            <SkeletonText lines={2} className="flex-1" />
          </div>
          <SkeletonText lines={4} className="mt-5" />
        </Card>
      </Loading>
      <Card>
        <EmptyState
          icon="flame"
          title="Nothing fired yet"
          text="Show and tell is for finished work and honest failures. The first post sets the tone."
          action={<Button variant="primary">Start a post</Button>}
        />
      </Card>
      <Card>
        <ErrorState title="The comments did not load" error={failed} onRetry={() => {}} />
      </Card>
      <Card>
        <NotAllowed />
      </Card>
      <Card>
        <PlanTooLow plugin="AI agents" tier="business" />
      </Card>
      <Card>
        <Offline onRetry={() => {}} />
      </Card>
    </div>
  </Part>
)
