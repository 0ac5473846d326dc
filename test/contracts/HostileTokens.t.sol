// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {FaultyToken} from "./tokens/FaultyToken.sol";
import {ReentrantToken} from "./tokens/ReentrantToken.sol";

contract HostileTokensTest is EscrowTest {
    function test_fundingRevertsIfTheTokenTakesAFee() public {
        expectNotReceived(FaultyToken.Fault.TakesFee, 45 * TAX);
    }

    function test_fundingRevertsIfTheTokenDoesNotTransfer() public {
        expectNotReceived(FaultyToken.Fault.NoTransfer, 0);
    }

    /// @param received What the escrow contract receives of 50 TAX.
    function expectNotReceived(FaultyToken.Fault fault, uint256 received) private {
        FaultyToken faulty = useFaultyToken();
        faulty.setFault(fault, address(0));
        bytes memory notReceived = abi.encodeWithSelector(ITaskEscrow.NotReceived.selector, received, 50 * TAX);
        vm.startPrank(funder);
        vm.expectRevert(notReceived);
        escrow.fund(someTerms());
        vm.expectRevert(notReceived);
        faulty.transferAndCall(address(escrow), 50 * TAX, dataOf(someTerms()));
        equal(escrow.totalHeld(), 0, "held");
    }

    function test_fundReleaseAndCloseRevertWhileTheTokenReturnsFalse() public {
        FaultyToken faulty = useFaultyToken();
        bytes memory failed = oneWord(SafeERC20.SafeERC20FailedOperation.selector, address(faulty));
        bytes32 id = fund(someTerms());
        faulty.setFault(FaultyToken.Fault.ReturnsFalse, address(0));
        vm.expectRevert(failed);
        fund(termsOf(1, 1, "another"));
        vm.expectRevert(failed);
        release(id, 0, doer);
        vm.expectRevert(failed);
        close(someTerms());
        expectState(id, 0, false, 0);
        equal(escrow.totalHeld(), 50 * TAX, "held");

        faulty.setFault(FaultyToken.Fault.None, address(0));
        release(id, 0, doer);
        equal(faulty.balanceOf(doer), 10 * TAX, "paid");
    }

    function test_aFullyPaidEscrowClosesEvenIfTheTokenCannotTransfer() public {
        FaultyToken faulty = useFaultyToken();
        bytes32 id = fund(termsOf(1, 1, "small"));
        release(id, 0, doer);
        faulty.setFault(FaultyToken.Fault.ReturnsFalse, address(0));
        close(termsOf(1, 1, "small"));
        expectState(id, 1, true, 1);
    }

    function test_aReentrantReleaseOfTheSameSlotReverts() public {
        ReentrantToken reentrant = useReentrantToken();
        bytes32 id = fund(someTerms());
        makeOperator(reentrant);
        reentrant.callBack(address(escrow), abi.encodeCall(escrow.release, (id, 0, otherDoer)), 1);
        vm.prank(address(reentrant));
        escrow.release(id, 0, doer);
        expectReentrantCallReverted(reentrant, abi.encodeWithSelector(ITaskEscrow.SlotAlreadyPaid.selector, id, 0));
        expectHeld(reentrant, 40);
    }

    function test_aReentrantRefundOfTheSameEscrowReverts() public {
        ReentrantToken reentrant = useReentrantToken();
        bytes32 id = fund(someTerms());
        vm.warp(REFUNDABLE_AT);
        reentrant.callBack(address(escrow), abi.encodeCall(escrow.refund, (someTerms())), 1);
        escrow.refund(someTerms());
        expectReentrantCallReverted(reentrant, oneWord(ITaskEscrow.AlreadyClosed.selector, id));
        expectHeld(reentrant, 0);
    }

    function test_aReentrantReleaseInABatchCountsAgainstTheDailyLimit() public {
        ReentrantToken reentrant = useReentrantToken();
        bytes32 one = fund(someTerms());
        bytes32 other = fund(termsOf(1, 50, "other"));
        makeOperator(reentrant);
        vm.prank(owner);
        escrow.setDailyLimit(10 * TAX);
        reentrant.callBack(address(escrow), abi.encodeCall(escrow.release, (other, 0, otherDoer)), 1);
        vm.prank(address(reentrant));
        vm.expectRevert(abi.encodeWithSignature("DailyLimitExceeded(uint256,uint256)", 10 * TAX, 9 * TAX));
        escrow.releaseBatch(bytes.concat(one, bytes16(uint128(1)), bytes20(doer)));
        equal(escrow.availableToday(), 10 * TAX, "available");
        expectHeld(reentrant, 100);
    }

    function test_aReentrantRefundInABatchKeepsTheHeldTotalCorrect() public {
        ReentrantToken reentrant = useReentrantToken();
        bytes32 one = fund(someTerms());
        bytes32 other = fund(termsOf(1, 50, "other"));
        makeOperator(reentrant);
        vm.warp(REFUNDABLE_AT);
        reentrant.callBack(address(escrow), abi.encodeCall(escrow.refund, (termsOf(1, 50, "other"))), 1);
        vm.prank(address(reentrant));
        escrow.releaseBatch(bytes.concat(one, bytes16(uint128(1)), bytes20(doer)));
        expectState(other, 0, true, 0);
        expectHeld(reentrant, 40);
    }

    function test_aReentrantFundingWithoutPaymentReverts() public {
        ReentrantToken reentrant = useReentrantToken();
        bytes memory nested = abi.encodeCall(
            escrow.onTransferReceived, (funder, funder, TAX, dataOf(termsOf(1, 1, "unpaid")))
        );
        reentrant.callBack(address(escrow), nested, 1);
        fund(someTerms());
        expectReentrantCallReverted(reentrant, abi.encodeWithSelector(ITaskEscrow.NotReceived.selector, 0, 51 * TAX));
        expectHeld(reentrant, 50);
    }

    /// @dev The outer refund returns the free slots, the nested one must not return them again with the owed slots.
    function test_aReentrantRefundOfOwedSlotsReturnsEachSlotOnce() public {
        ReentrantToken reentrant = useReentrantToken();
        bytes32 id = fund(someTerms());
        hold(id, 3);
        vm.warp(REFUNDABLE_AT + 21 days);
        reentrant.callBack(address(escrow), abi.encodeCall(escrow.refund, (someTerms())), 1);
        close(someTerms());
        require(reentrant.succeeded(), "the owed slots were not refunded");
        expectState(id, 0, true, 0, 0);
        expectHeld(reentrant, 0);
    }

    function deployEscrowFor(address token_) private {
        escrow = newEscrow(token_);
        vm.prank(funder);
        IERC20(token_).approve(address(escrow), type(uint256).max);
    }

    function useFaultyToken() private returns (FaultyToken faulty) {
        faulty = new FaultyToken();
        faulty.transfer(funder, 1e26);
        deployEscrowFor(address(faulty));
    }

    function useReentrantToken() private returns (ReentrantToken reentrant) {
        reentrant = new ReentrantToken(funder);
        deployEscrowFor(address(reentrant));
    }

    function makeOperator(ReentrantToken reentrant) private {
        replaceOperator(address(reentrant));
    }

    function expectReentrantCallReverted(ReentrantToken reentrant, bytes memory reason) private view {
        require(!reentrant.succeeded(), "the reentrant call succeeded");
        require(keccak256(reentrant.answer()) == keccak256(reason), "the reentrant call failed with another error");
    }

    /// @param whole Whole TAX.
    function expectHeld(ReentrantToken reentrant, uint256 whole) private view {
        equal(escrow.totalHeld(), whole * TAX, "held");
        equal(reentrant.balanceOf(address(escrow)), whole * TAX, "balance");
    }
}
