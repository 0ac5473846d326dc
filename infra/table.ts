import { RemovalPolicy } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  TableBase,
  TableEncryption,
  Table as TableOfAws,
} from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import { indexes, ttlAttribute } from '../functions/table/keys.ts'

interface Props {
  /** Whether it outlives the stack and cannot be deleted by accident. */
  keep: boolean
  /** Name of a table that takes over from the stack's own; the latter stays as it is. */
  restored: string | null
}

/** What others may know of the table, whoever made it. */
export type TableInUse = Pick<TableBase, 'tableName' | 'tableArn' | 'metricThrottledRequestsForOperation'>

const types = { S: AttributeType.STRING, N: AttributeType.NUMBER }

/** The single table, as functions/table/keys.ts draws it. */
export class Table extends Construct {
  /** The one in use. */
  readonly table: TableInUse

  constructor(scope: Construct, id: string, { keep, restored }: Props) {
    super(scope, id)
    const own = new TableOfAws(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: ttlAttribute,
      deletionProtection: keep,
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    for (const [indexName, index] of Object.entries(indexes))
      own.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: index.pk, type: AttributeType.STRING },
        sortKey: { name: index.sk, type: types[index.type] },
        ...('include' in index
          ? {
              projectionType: ProjectionType.INCLUDE,
              nonKeyAttributes: index.include.filter((name) => name !== index.sk),
            }
          : { projectionType: ProjectionType.ALL }),
      })
    this.table = restored === null ? own : this.named(restored)
  }

  private named(tableName: string): TableInUse {
    const found = TableOfAws.fromTableName(this, 'Restored', tableName)
    if (!(found instanceof TableBase)) throw new TypeError('A table by name is no TableBase')
    return found
  }
}
