// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {TaxToken} from "../../contracts/TaxToken.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract FundTest is EscrowTest {
    function test_fundEmitsFundedWithAllTerms() public {
        ITaskEscrow.Terms memory terms = someTerms();
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Funded(
            idOf(terms), funder, terms.reward, terms.slots, terms.refundableAt, terms.salt
        );
        fund(terms);
    }

    function test_escrowIdIsTheHashOfTheTerms() public view {
        require(escrow.escrowId(someTerms()) == idOf(someTerms()), "another id");
    }

    function testFuzz_fundingTransfersRewardTimesSlotsAndStoresTheTerms(uint96 reward, uint8 slots, uint64 refundableAt, bytes32 salt)
        public
    {
        ITaskEscrow.Terms memory terms = termsOf(1 + reward % 1000, 1 + slots % 100, salt);
        terms.refundableAt = uint64(block.timestamp + 1 + refundableAt % 400 days);
        bytes32 id = fund(terms);
        (uint96 held, uint8 of_, uint8 paid, bool closed, uint128 bitmap, uint128 owed) = escrow.escrows(id);
        require(held == terms.reward && of_ == terms.slots && paid == 0 && !closed && bitmap == 0 && owed == 0, "state");
        equal(escrow.totalHeld(), uint256(terms.reward) * terms.slots, "held");
        equal(token.balanceOf(address(escrow)), uint256(terms.reward) * terms.slots, "balance");
    }

    function test_fundWithARewardOfZeroOrAFractionReverts() public {
        ITaskEscrow.Terms memory terms = someTerms();
        uint96[2] memory rewards = [0, uint96(TAX + 1)];
        for (uint256 i = 0; i < 2; i++) {
            terms.reward = rewards[i];
            expectFundReverts(terms, oneWord(ITaskEscrow.InvalidReward.selector, uint256(rewards[i])));
        }
    }

    function testFuzz_fundByAnyOtherCallerReverts(address caller) public {
        if (caller == funder) return;
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.NotFunder.selector, caller, funder));
        vm.prank(caller);
        escrow.fund(someTerms());
    }

    function test_fundWith100SlotsPassesAndWithNoneOr101Reverts() public {
        fund(termsOf(1, 100, "a hundred"));
        expectFundReverts(termsOf(1, 0, "none"), oneWord(ITaskEscrow.InvalidSlots.selector, uint256(0)));
        expectFundReverts(termsOf(1, 101, "one more"), oneWord(ITaskEscrow.InvalidSlots.selector, uint256(101)));
    }

    function test_fundRevertsUnlessRefundableAtIsInTheFutureAndAtMost400DaysAhead() public {
        ITaskEscrow.Terms memory terms = someTerms();
        uint64[4] memory times = [uint64(NOW), uint64(NOW + 400 days + 1), 9e15, type(uint64).max];
        for (uint256 i = 0; i < times.length; i++) {
            terms.refundableAt = times[i];
            bytes memory reason = abi.encodeWithSelector(ITaskEscrow.InvalidRefundableAt.selector, times[i], NOW);
            expectFundReverts(terms, reason);
            vm.prank(funder);
            vm.expectRevert(reason);
            token.transferAndCall(address(escrow), 50 * TAX, dataOf(terms));
        }
        terms.refundableAt = uint64(NOW + 1);
        fund(terms);
        terms.refundableAt = uint64(NOW + 400 days);
        fund(terms);
    }

    function test_theSameTermsCannotBeFundedTwice() public {
        bytes32 id = fund(someTerms());
        expectFundReverts(someTerms(), oneWord(ITaskEscrow.AlreadyFunded.selector, id));
    }

    function test_termsWithAnotherSaltAreAnotherEscrow() public {
        fund(someTerms());
        fund(termsOf(10, 5, "another task"));
        equal(escrow.totalHeld(), 100 * TAX, "held");
    }

    function test_fundWithATooSmallAllowanceReverts() public {
        vm.prank(funder);
        token.approve(address(escrow), 49 * TAX);
        expectFundReverts(
            someTerms(),
            abi.encodeWithSelector(
                IERC20Errors.ERC20InsufficientAllowance.selector, address(escrow), 49 * TAX, 50 * TAX
            )
        );
        equal(escrow.totalHeld(), 0, "held");
    }

    function test_fundRevertsIfTheHeldTotalWouldExceed40Bits() public {
        token = TaxToken(deploy("TaxToken", abi.encode(funder, 2 ** 50 * TAX)));
        escrow = newEscrow(address(token));
        vm.prank(funder);
        token.approve(address(escrow), type(uint256).max);
        fund(termsOf(2 ** 36, 15, "nearly all"));
        fund(termsOf(2 ** 36 - 1, 1, "the rest"));
        vm.prank(funder);
        vm.expectRevert(abi.encodeWithSignature("SafeCastOverflowedUintDowncast(uint8,uint256)", 40, 2 ** 40));
        escrow.fund(termsOf(1, 1, "one more"));
    }

    function expectFundReverts(ITaskEscrow.Terms memory terms, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(funder);
        escrow.fund(terms);
    }
}
