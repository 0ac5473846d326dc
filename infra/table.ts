import { RemovalPolicy } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  Table as DynamoDbTable,
  ProjectionType,
  StreamViewType,
  TableBase,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import { indexes, projectionOf, ttlAttribute } from '../functions/table/keys.ts'
import type { Stage } from './stage.ts'

interface Props {
  /** Retains the table when the stack is deleted, and protects it from deletion. */
  keep: boolean
  /** A restored table to use instead of the stack's own; null for none. The stack changes only its own table's indexes. */
  restored: Stage['restoredTable']
}

/** Attributes of the table that other constructs use, whether this stack creates the table or imports a restored one. */
export type TableInUse = Pick<TableBase, 'tableName' | 'tableArn' | 'metricThrottledRequestsForOperation'>

const types = { S: AttributeType.STRING, N: AttributeType.NUMBER }

/** The single table with the keys and indexes of functions/table/keys.ts. */
export class Table extends Construct {
  readonly table: TableInUse
  /** The stream of the table that the functions use. */
  readonly streamArn: string

  constructor(scope: Construct, id: string, { keep, restored }: Props) {
    super(scope, id)
    const own = new DynamoDbTable(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: ttlAttribute,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      deletionProtection: keep,
      // Not RETAIN_ON_UPDATE_OR_DELETE: CloudFormation cannot delete a table with deletion protection, so the rollback of a
      // failed first deployment would fail too. It retains the empty table instead, whose generated name conflicts with none.
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    for (const [indexName, index] of Object.entries(indexes)) {
      const { type, attributes } = projectionOf(index)
      own.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: index.pk, type: AttributeType.STRING },
        sortKey: { name: index.sk, type: types[index.type] },
        projectionType: ProjectionType[type],
        ...(attributes && { nonKeyAttributes: attributes }),
      })
    }
    const table = restored === null ? own : this.importTable(restored)
    if (!table.tableStreamArn) throw new TypeError('The table must have a stream')
    this.table = table
    this.streamArn = table.tableStreamArn
  }

  private importTable({ name, streamArn }: NonNullable<Stage['restoredTable']>): TableBase {
    const table = DynamoDbTable.fromTableAttributes(this, 'Restored', {
      tableName: name,
      tableStreamArn: streamArn,
    })
    if (!(table instanceof TableBase)) throw new TypeError('An imported table must be a TableBase')
    return table
  }
}
