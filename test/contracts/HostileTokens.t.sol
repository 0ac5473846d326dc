// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {FalseToken, FeeToken, LyingToken, ReentrantToken} from "./tokens/HostileTokens.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract HostileTokensTest is EscrowTest {
    function test_aTokenThatTakesAFeeFailsFunding() public {
        FeeToken fee = new FeeToken(funder);
        use(address(fee));
        bytes memory notReceived = abi.encodeWithSelector(ITaskEscrow.NotReceived.selector, 49 * TAX, 50 * TAX);
        vm.startPrank(funder);
        vm.expectRevert(notReceived);
        escrow.fund(someTerms());
        vm.expectRevert(notReceived);
        fee.transferAndCall(address(escrow), 50 * TAX, dataOf(someTerms()));
        equal(escrow.totalHeld(), 0, "held");
    }

    function test_aTokenThatLiesFailsFunding() public {
        LyingToken lying = new LyingToken(funder);
        use(address(lying));
        bytes memory notReceived = abi.encodeWithSelector(ITaskEscrow.NotReceived.selector, 0, 50 * TAX);
        vm.startPrank(funder);
        vm.expectRevert(notReceived);
        escrow.fund(someTerms());
        vm.expectRevert(notReceived);
        lying.transferAndCall(address(escrow), 50 * TAX, dataOf(someTerms()));
        equal(escrow.totalHeld(), 0, "held");
    }

    function test_aTokenThatAnswersFalseFundsNothingAndPaysNothing() public {
        FalseToken false_ = new FalseToken(funder);
        use(address(false_));
        bytes memory failed = oneWord(SafeERC20.SafeERC20FailedOperation.selector, address(false_));
        bytes32 id = fund(someTerms());
        false_.fail(true);
        vm.expectRevert(failed);
        fund(termsOf(1, 1, "another"));
        vm.expectRevert(failed);
        release(id, 0, doer);
        vm.expectRevert(failed);
        close(someTerms());
        expectState(id, 0, false, 0);
        equal(escrow.totalHeld(), 50 * TAX, "held");

        false_.fail(false);
        release(id, 0, doer);
        equal(false_.balanceOf(doer), 10 * TAX, "paid");
    }

    function test_whereNothingIsLeftATokenThatPaysNobodyCannotStopTheEnd() public {
        FalseToken false_ = new FalseToken(funder);
        use(address(false_));
        bytes32 id = fund(termsOf(1, 1, "small"));
        release(id, 0, doer);
        false_.fail(true);
        close(termsOf(1, 1, "small"));
        expectState(id, 1, true, 1);
    }

    function test_aSlotIsNotPaidAgainFromWithinItsPayment() public {
        ReentrantToken hooks = useHooks();
        bytes32 id = fund(someTerms());
        asOperator(hooks);
        hooks.callBack(address(escrow), abi.encodeCall(escrow.release, (id, 0, otherDoer)), 1);
        vm.prank(address(hooks));
        escrow.release(id, 0, doer);
        expectCalledBack(hooks, abi.encodeWithSelector(ITaskEscrow.SlotAlreadyPaid.selector, id, 0));
        expectHeld(hooks, 40);
    }

    function test_anEscrowIsNotReturnedAgainFromWithinItsReturn() public {
        ReentrantToken hooks = useHooks();
        bytes32 id = fund(someTerms());
        vm.warp(REFUNDABLE_AT);
        hooks.callBack(address(escrow), abi.encodeCall(escrow.refund, (someTerms())), 1);
        escrow.refund(someTerms());
        expectCalledBack(hooks, oneWord(ITaskEscrow.AlreadyClosed.selector, id));
        expectHeld(hooks, 0);
    }

    function test_releasesFromWithinABatchCountTowardsTheLimitToo() public {
        ReentrantToken hooks = useHooks();
        bytes32 one = fund(someTerms());
        bytes32 other = fund(termsOf(1, 50, "other"));
        asOperator(hooks);
        vm.prank(owner);
        escrow.setDailyLimit(10 * TAX);
        hooks.callBack(address(escrow), abi.encodeCall(escrow.release, (other, 0, otherDoer)), 1);
        vm.prank(address(hooks));
        vm.expectRevert(abi.encodeWithSignature("DailyLimitExceeded(uint256,uint256)", 10 * TAX, 9 * TAX));
        escrow.releaseBatch(bytes.concat(one, bytes16(uint128(1)), bytes20(doer)));
        equal(escrow.availableToday(), 10 * TAX, "available");
        expectHeld(hooks, 100);
    }

    function test_aRefundFromWithinABatchKeepsTheAccountsRight() public {
        ReentrantToken hooks = useHooks();
        bytes32 one = fund(someTerms());
        bytes32 other = fund(termsOf(1, 50, "other"));
        asOperator(hooks);
        vm.warp(REFUNDABLE_AT);
        hooks.callBack(address(escrow), abi.encodeCall(escrow.refund, (termsOf(1, 50, "other"))), 1);
        vm.prank(address(hooks));
        escrow.releaseBatch(bytes.concat(one, bytes16(uint128(1)), bytes20(doer)));
        expectState(other, 0, true, 0);
        expectHeld(hooks, 40);
    }

    function test_fundingFromWithinFundingIsPaidForTwice() public {
        ReentrantToken hooks = useHooks();
        bytes memory nested = abi.encodeCall(
            escrow.onTransferReceived, (funder, funder, TAX, dataOf(termsOf(1, 1, "never paid for")))
        );
        hooks.callBack(address(escrow), nested, 1);
        fund(someTerms());
        expectCalledBack(hooks, abi.encodeWithSelector(ITaskEscrow.NotReceived.selector, 0, 51 * TAX));
        expectHeld(hooks, 50);
    }

    function use(address token_) private {
        escrow = newEscrow(token_);
        vm.prank(funder);
        IERC20(token_).approve(address(escrow), type(uint256).max);
    }

    function useHooks() private returns (ReentrantToken hooks) {
        hooks = new ReentrantToken(funder);
        use(address(hooks));
    }

    function asOperator(ReentrantToken hooks) private {
        vm.prank(owner);
        escrow.setOperator(address(hooks));
    }

    function expectCalledBack(ReentrantToken hooks, bytes memory reason) private view {
        require(!hooks.succeeded(), "the call from within succeeded");
        require(keccak256(hooks.answer()) == keccak256(reason), "another reason");
    }

    /// @param whole In whole TAX.
    function expectHeld(ReentrantToken hooks, uint256 whole) private view {
        equal(escrow.totalHeld(), whole * TAX, "held");
        equal(hooks.balanceOf(address(escrow)), whole * TAX, "balance");
    }
}
