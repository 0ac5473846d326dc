import { RemovalPolicy } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  Table as DynamoDbTable,
  ProjectionType,
  TableBase,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import { indexes, ttlAttribute } from '../functions/table/keys.ts'

interface Props {
  /** Retains the table when the stack is deleted, and protects it from deletion. */
  keep: boolean
  /** Name of a restored table to use instead of the stack's own, which stays unchanged; null for none. */
  restored: string | null
}

/** Attributes of the table that other constructs use, whether this stack creates the table or imports a restored one. */
export type TableInUse = Pick<TableBase, 'tableName' | 'tableArn' | 'metricThrottledRequestsForOperation'>

const types = { S: AttributeType.STRING, N: AttributeType.NUMBER }

/** The single table with the keys and indexes of functions/table/keys.ts. */
export class Table extends Construct {
  /** The table that the functions use. */
  readonly table: TableInUse

  constructor(scope: Construct, id: string, { keep, restored }: Props) {
    super(scope, id)
    const own = new DynamoDbTable(this, 'Table', {
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
    this.table = restored === null ? own : this.importTable(restored)
  }

  private importTable(tableName: string): TableInUse {
    const table = DynamoDbTable.fromTableName(this, 'Restored', tableName)
    if (!(table instanceof TableBase)) throw new TypeError('An imported table must be a TableBase')
    return table
  }
}
