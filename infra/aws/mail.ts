import { ArnFormat, Duration, Stack } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { type IPublicHostedZone, PublicHostedZone } from 'aws-cdk-lib/aws-route53'
import * as ses from 'aws-cdk-lib/aws-ses'
import * as sns from 'aws-cdk-lib/aws-sns'
import { UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { Settings } from './settings.ts'

/** The sender with its DNS records, and the topic to which Amazon SES reports on each message. */
export function createMail(scope: Construct, { key, zone }: { key: IKey; zone: IPublicHostedZone }) {
  new ses.EmailIdentity(scope, 'Sender', {
    identity: ses.Identity.publicHostedZone(zone),
    mailFromDomain: `bounces.${zone.zoneName}`,
  })
  const configurationSet = new ses.ConfigurationSet(scope, 'Mail', {
    tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
    reputationMetrics: true,
  })
  const reports = new sns.Topic(scope, 'Reports', { masterKey: key, enforceSSL: true, signatureVersion: '2' })
  configurationSet.addEventDestination('Reports', {
    destination: ses.EventDestination.snsTopic(reports),
    // Those that the product reads.
    events: [
      ses.EmailSendingEvent.SEND,
      ses.EmailSendingEvent.DELIVERY,
      ses.EmailSendingEvent.BOUNCE,
      ses.EmailSendingEvent.COMPLAINT,
      ses.EmailSendingEvent.REJECT,
    ],
  })
  const arnOf = (resource: string, resourceName: string) =>
    Stack.of(scope).formatArn({ service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME })
  return {
    configurationSet,
    reports,
    /** A call to send names both, so the permission has to. Clubs' own senders are identities that the product makes. */
    arns: [arnOf('identity', '*'), arnOf('configuration-set', configurationSet.configurationSetName)],
  }
}

/** Has reports called in. The product verifies their signatures, and confirms the subscription of its topic. */
export function subscribeProduct(reports: sns.Topic, { domain }: Settings): sns.Subscription {
  return reports.addSubscription(
    new UrlSubscription(`https://${domain}/hooks/ses`, {
      // For most of an hour, as long as SNS allows.
      deliveryPolicy: {
        healthyRetryPolicy: {
          minDelayTarget: Duration.seconds(20),
          maxDelayTarget: Duration.seconds(60),
          numRetries: 55,
        },
      },
    }),
  )
}

export const zoneOf = (scope: Construct, { zone }: Settings) =>
  PublicHostedZone.fromPublicHostedZoneAttributes(scope, 'Zone', { hostedZoneId: zone.id, zoneName: zone.name })
