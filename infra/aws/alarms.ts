import { Duration, Stack } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import * as elb from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import type { IDatabaseInstance } from 'aws-cdk-lib/aws-rds'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { type Settings, SIZES } from './settings.ts'

export const NAMESPACE = 'Watchbill'
/** Every metric of the product gets it, since a metric needs a dimension. */
export const STACK_LABEL = 'stack'

/** Metrics of the product that alarms read (docs/operating.md, "What to watch"). */
export const SCRAPED = [
  'planner_behind_seconds',
  'oldest_due_age',
  'oldest_bulk_age',
  'held_back',
  'sender_refused_total',
  'missed_total',
  'unknown_total',
  'work_failed_total',
  'reminder_check_differences_total',
  'sites_at_quota',
] as const

/** The answers of moved clubs, which the balancer counts as errors. */
export const MOVED = { metric: 'http_requests_total', route: 'moved' } as const

type Parts = {
  settings: Settings
  balancer: elb.ApplicationLoadBalancer
  web: elb.ApplicationTargetGroup
  database: IDatabaseInstance
  reports: ITopic
  topic: ITopic
}

/** The alerts of infra/alerts.yaml, and those of what Amazon runs. Each names its page of what to do. */
export function createAlarms(scope: Construct, { settings, balancer, web, database, reports, topic }: Parts) {
  const stack = Stack.of(scope).stackName
  const product = (metricName: (typeof SCRAPED)[number], statistic: string, period: Duration) =>
    new cloudwatch.Metric({
      namespace: NAMESPACE,
      metricName,
      statistic,
      period,
      dimensionsMap: { [STACK_LABEL]: stack },
    })
  const gauge = (name: (typeof SCRAPED)[number]) => product(name, cloudwatch.Stats.MAXIMUM, Duration.minutes(1))
  const count = (name: (typeof SCRAPED)[number], period: Duration) => product(name, cloudwatch.Stats.SUM, period)

  type Options = Partial<Pick<cloudwatch.AlarmProps, 'evaluationPeriods' | 'comparisonOperator' | 'treatMissingData'>>
  const alarm = (
    id: string,
    summary: string,
    runbook: string,
    metric: cloudwatch.IMetric,
    threshold: number,
    options: Options = {},
  ) => {
    const alarm = new cloudwatch.Alarm(scope, id, {
      alarmName: `Watchbill-${id}`,
      alarmDescription: `${summary}. What to do: docs/runbooks/${runbook}.md`,
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      ...options,
    })
    alarm.addAlarmAction(new SnsAction(topic))
    alarm.addOkAction(new SnsAction(topic))
  }
  const { BREACHING } = cloudwatch.TreatMissingData
  const isBelow = cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
  const [quarter, hour] = [Duration.minutes(15), Duration.hours(1)]

  // Missing where no process runs, none is measured or the database is away: none may be silent.
  alarm(
    'NothingMeasured',
    'The database is away or no process runs',
    'database-away',
    product('planner_behind_seconds', cloudwatch.Stats.SAMPLE_COUNT, Duration.minutes(1)),
    1,
    {
      evaluationPeriods: 2,
      comparisonOperator: isBelow,
      treatMissingData: BREACHING,
    },
  )
  alarm(
    'PlannerBehind',
    'No worker has planned reminders for five minutes',
    'planner-behind',
    gauge('planner_behind_seconds'),
    300,
    {
      evaluationPeriods: 5,
      treatMissingData: BREACHING,
    },
  )
  alarm(
    'MessagesOverdue',
    'Messages are due for five minutes and not sent',
    'messages-overdue',
    gauge('oldest_due_age'),
    300,
    { evaluationPeriods: 2 },
  )
  alarm(
    'ProviderRefuses',
    'A provider refuses our keys or our sender',
    'provider-refuses',
    count('sender_refused_total', quarter),
    0,
  )
  const requests = balancer.metrics.requestCount({ period: Duration.minutes(5) })
  const failures = {
    web: web.metrics.httpCodeTarget(elb.HttpCodeTarget.TARGET_5XX_COUNT, { period: Duration.minutes(5) }),
    balancer: balancer.metrics.httpCodeElb(elb.HttpCodeElb.ELB_5XX_COUNT, { period: Duration.minutes(5) }),
  }
  const moved = new cloudwatch.Metric({
    namespace: NAMESPACE,
    metricName: MOVED.metric,
    statistic: cloudwatch.Stats.SUM,
    period: Duration.minutes(5),
    dimensionsMap: { [STACK_LABEL]: stack, route: MOVED.route },
  })
  alarm(
    'ServerErrors',
    'More than one request in a hundred fails',
    'server-errors',
    new cloudwatch.MathExpression({
      expression: 'IF(requests > 0, 100 * (FILL(web, 0) + FILL(balancer, 0) - FILL(moved, 0)) / requests, 0)',
      usingMetrics: { requests, moved, ...failures },
      period: Duration.minutes(5),
    }),
    1,
  )
  alarm('RemindersMissed', 'A shift began without its reminder', 'reminders-missed', count('missed_total', hour), 0)
  alarm(
    'OutcomesUnknown',
    'Messages are held because no one knows whether they left',
    'outcomes-unknown',
    count('unknown_total', hour),
    0,
  )
  alarm('BulkWaits', 'Messages to many wait for a day', 'bulk-waits', gauge('oldest_bulk_age'), 86_400, {
    evaluationPeriods: 15,
  })
  alarm('HeldAfterRestore', 'Messages wait for a decision after a restore', 'held-after-restore', gauge('held_back'), 0)
  alarm('WorkFailed', 'Work of a site or a job fails', 'work-failed', count('work_failed_total', hour), 0)
  alarm(
    'NightlyCheckDiffers',
    'The nightly check of messages found differences',
    'nightly-check-differs',
    count('reminder_check_differences_total', hour),
    0,
  )
  alarm('QuotaReached', 'A site is at the limit of a quota', 'quota-reached', gauge('sites_at_quota'), 0, {
    evaluationPeriods: 15,
  })
  alarm(
    'BouncesRise',
    'More than four emails in a hundred come back',
    'bounces-rise',
    new cloudwatch.Metric({
      namespace: 'AWS/SES',
      metricName: 'Reputation.BounceRate',
      statistic: 'Maximum',
      period: hour,
    }),
    0.04,
  )

  alarm(
    'ReportsRefused',
    'The platform does not take reports of Amazon SES',
    'outcomes-unknown',
    new cloudwatch.Metric({
      namespace: 'AWS/SNS',
      metricName: 'NumberOfNotificationsFailed',
      dimensionsMap: { TopicName: reports.topicName },
      statistic: 'Sum',
      period: quarter,
    }),
    0,
  )
  alarm(
    'NoWeb',
    'No web process answers',
    'no-web',
    web.metrics.healthyHostCount({ period: Duration.minutes(1), statistic: 'Minimum' }),
    1,
    {
      evaluationPeriods: 3,
      comparisonOperator: isBelow,
      treatMissingData: BREACHING,
    },
  )
  const { storage } = SIZES[settings.size].database
  alarm(
    'DatabaseFull',
    'A tenth of the database’s storage is left, and Amazon does not add more',
    'disk-full',
    database.metricFreeStorageSpace({ period: Duration.minutes(5) }),
    storage * 2 ** 30 * 0.1,
    {
      evaluationPeriods: 3,
      comparisonOperator: isBelow,
    },
  )
  alarm(
    'DatabaseBusy',
    'The database has no processor time left',
    'server-errors',
    database.metricCPUUtilization({ period: Duration.minutes(5) }),
    90,
    { evaluationPeriods: 3 },
  )
}
