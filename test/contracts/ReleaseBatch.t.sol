// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {OperatorLedger} from "../../contracts/OperatorLedger.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract ReleaseBatchTest is EscrowTest {
    bytes32 private one;
    bytes32 private other;

    function setUp() public override {
        super.setUp();
        one = fund(someTerms());
        other = fund(termsOf(20, 3, "other"));
    }

    function test_aBatchPaysSeveralDoersOfSeveralEscrows() public {
        releaseBatch(bytes.concat(group(one, 9, doer, otherDoer), group(other, 4, doer)));
        equal(token.balanceOf(doer), 30 * TAX, "doer");
        equal(token.balanceOf(otherDoer), 10 * TAX, "other doer");
        equal(escrow.totalHeld(), 70 * TAX, "held");
        expectState(one, 2, false, 9);
        expectState(other, 1, false, 4);
    }

    function test_aBatchEmitsReleasedPerEscrowAndTransfersInSlotOrder() public {
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Released(one, 9);
        vm.expectEmit(address(token));
        emit IERC20.Transfer(address(escrow), doer, 10 * TAX);
        vm.expectEmit(address(token));
        emit IERC20.Transfer(address(escrow), otherDoer, 10 * TAX);
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Released(other, 4);
        vm.expectEmit(address(token));
        emit IERC20.Transfer(address(escrow), doer, 20 * TAX);
        releaseBatch(bytes.concat(group(one, 9, doer, otherDoer), group(other, 4, doer)));
    }

    function test_anEscrowCanOccurTwiceInABatchWithDifferentSlots() public {
        releaseBatch(bytes.concat(group(one, 1, doer), group(one, 2, doer)));
        expectState(one, 2, false, 3);
    }

    function testFuzz_aBatchPaysEachSlotOfTheBitmapOnce(uint128 bitmap) public {
        bytes32 large = fund(termsOf(1, 100, "large"));
        bitmap &= (1 << 100) - 1;
        if (bitmap == 0) bitmap = 1;
        bytes memory recipients;
        uint256 count;
        for (uint8 slot = 0; slot < 100; slot++) {
            if (bitmap & (uint128(1) << slot) == 0) continue;
            recipients = bytes.concat(recipients, bytes20(address(uint160(0xD00000 + uint256(slot)))));
            count++;
        }
        releaseBatch(bytes.concat(large, bytes16(bitmap), recipients));
        expectState(large, uint8(count), false, bitmap);
        for (uint8 slot = 0; slot < 100; slot++) {
            uint256 expected = bitmap & (uint128(1) << slot) == 0 ? 0 : TAX;
            equal(token.balanceOf(address(uint160(0xD00000 + uint256(slot)))), expected, "doer of the slot");
        }
    }

    function test_theCallerIsCheckedBeforeTheBatch() public {
        vm.expectRevert(oneWord(OperatorLedger.NotOperator.selector, stranger));
        vm.prank(stranger);
        escrow.releaseBatch("");
    }

    function test_anUnknownEscrowRevertsTheWholeBatch() public {
        expectBatchReverts(group("unknown", 1, doer), oneWord(ITaskEscrow.UnknownEscrow.selector, bytes32("unknown")));
        expectState(one, 0, false, 0);
        equal(token.balanceOf(doer), 0, "paid");
    }

    function test_aClosedEscrowRevertsTheWholeBatch() public {
        close(termsOf(20, 3, "other"));
        expectBatchReverts(group(other, 1, doer), oneWord(ITaskEscrow.AlreadyClosed.selector, other));
    }

    function test_aPaidSlotRevertsTheWholeBatch() public {
        release(other, 1, doer);
        expectBatchReverts(
            group(other, 3, doer, otherDoer), abi.encodeWithSelector(ITaskEscrow.SlotAlreadyPaid.selector, other, 1)
        );
    }

    function test_aSlotThatOccursTwiceRevertsTheWholeBatch() public {
        expectBatchReverts(group(one, 1, doer), abi.encodeWithSelector(ITaskEscrow.SlotAlreadyPaid.selector, one, 0));
    }

    function test_aSlotOutOfRangeRevertsTheWholeBatch() public {
        expectBatchReverts(
            group(other, 9, doer, otherDoer), abi.encodeWithSelector(ITaskEscrow.SlotOutOfRange.selector, other, 3, 3)
        );
    }

    function test_aForbiddenRecipientRevertsTheWholeBatchWithItsSlot() public {
        expectBatchReverts(
            group(other, 6, doer, address(token)),
            abi.encodeWithSelector(ITaskEscrow.InvalidRecipient.selector, other, 2, address(token))
        );
    }

    function test_theErrorNamesTheLowestFailingSlot() public {
        expectBatchReverts(
            group(other, 6, address(0), doer),
            abi.encodeWithSelector(ITaskEscrow.InvalidRecipient.selector, other, 1, address(0))
        );
        release(other, 1, doer);
        release(other, 2, doer);
        expectBatchReverts(
            group(other, 6, doer, doer), abi.encodeWithSelector(ITaskEscrow.SlotAlreadyPaid.selector, other, 1)
        );
    }

    function test_anEmptyBatchReverts() public {
        vm.expectRevert(oneWord(ITaskEscrow.MalformedBatch.selector, uint256(0)));
        releaseBatch("");
    }

    function test_aGroupWithoutSlotsReverts() public {
        expectBatchReverts(bytes.concat(other, bytes16(0)), oneWord(ITaskEscrow.MalformedBatch.selector, uint256(68)));
    }

    function testFuzz_aTruncatedBatchReverts(uint256 length) public {
        bytes memory whole = bytes.concat(group(one, 3, doer, otherDoer), group(other, 1, doer));
        length %= whole.length;
        if (length == 88) length++; // the first group alone is a valid batch
        bytes memory cut = new bytes(length);
        for (uint256 i = 0; i < length; i++) cut[i] = whole[i];
        vm.expectRevert();
        releaseBatch(cut);
        expectState(one, 0, false, 0);
        equal(token.balanceOf(address(escrow)), 110 * TAX, "balance");
    }

    function test_aTruncatedRecipientReverts() public {
        bytes memory whole = group(one, 1, address(uint160(0xD0E1) << 144));
        for (uint256 length = 49; length < 68; length++) {
            bytes memory cut = new bytes(length);
            for (uint256 i = 0; i < length; i++) cut[i] = whole[i];
            vm.expectRevert(oneWord(ITaskEscrow.MalformedBatch.selector, uint256(68)));
            releaseBatch(cut);
        }
    }

    function testFuzz_extraBytesAfterABatchRevert(bytes calldata more) public {
        if (more.length == 0 || more.length >= 68) return;
        vm.expectRevert();
        releaseBatch(bytes.concat(group(one, 1, doer), more));
        expectState(one, 0, false, 0);
    }

    /// @dev The bad group follows a valid one, so the payment of the valid group must be reverted.
    function expectBatchReverts(bytes memory bad, bytes memory reason) private {
        vm.expectRevert(reason);
        releaseBatch(bytes.concat(group(one, 1, doer), bad));
    }

    function releaseBatch(bytes memory releases) private {
        vm.prank(operator);
        escrow.releaseBatch(releases);
    }

    function group(bytes32 id, uint128 bitmap, address recipient) private pure returns (bytes memory) {
        return bytes.concat(id, bytes16(bitmap), bytes20(recipient));
    }

    function group(bytes32 id, uint128 bitmap, address first, address second) private pure returns (bytes memory) {
        return bytes.concat(id, bytes16(bitmap), bytes20(first), bytes20(second));
    }
}
